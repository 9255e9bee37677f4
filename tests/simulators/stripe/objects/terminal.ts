import type * as company from '../../company/model.ts';

export type Location = ReturnType<typeof makeLocation>;
export type Reader = ReturnType<typeof makeReader>;

export function makeLocation(site: company.Site) {
  return {
    id: site.locationId,
    object: 'terminal.location' as const,
    address: {
      city: site.address.city,
      country: 'US',
      line1: site.address.line1,
      line2: null,
      postal_code: site.address.postalCode,
      state: site.state,
    },
    display_name: site.name,
    livemode: false,
    metadata: { site: String(site.number), state: site.state, defaultplatestate: site.defaultPlateState } as Record<string, string>,
  };
}

/** @param lastSeenMs epoch milliseconds, as this one field of Stripe's is */
export function makeReader(reader: company.Reader, locationId: string, lastSeenMs: number) {
  return {
    id: reader.id,
    object: 'terminal.reader' as const,
    action: null,
    device_sw_version: '',
    device_type: reader.deviceType as string,
    ip_address: reader.ipAddress,
    label: reader.label,
    last_seen_at: lastSeenMs,
    livemode: false,
    location: locationId,
    metadata: {} as Record<string, string>,
    serial_number: reader.serialNumber,
    status: reader.online ? 'online' : 'offline',
  };
}
