import type * as company from '@washdesk/simulators/company/model';
import type { CardErrorBody } from '../cards/card-fault.ts';
import { makeAddress, type Address } from './payment-method.ts';

export type Location = ReturnType<typeof makeNewLocation>;
export type Reader = ReturnType<typeof makeNewReader>;

interface LocationParts {
  id: string;
  address: Address;
  displayName: string;
  metadata: Record<string, string>;
}

export function makeNewLocation({ id, address, displayName, metadata }: LocationParts) {
  return { id, object: 'terminal.location' as const, address, display_name: displayName, livemode: false, metadata };
}

export function makeLocation(site: company.Site): Location {
  const { city, line1, postalCode } = site.address;
  return makeNewLocation({
    id: site.locationId,
    address: { ...makeAddress(), city, country: 'US', line1, postal_code: postalCode, state: site.state },
    displayName: site.name,
    metadata: {
      site: String(site.number),
      state: site.state,
      defaultplatestate: site.defaultPlateState,
      ...(site.taxRate && { taxrate: site.taxRate.id }),
    },
  });
}

/** The server's command to a reader, with its status. */
export interface ReaderAction {
  api_error: CardErrorBody | null;
  failure_code: string | null;
  failure_message: string | null;
  status: 'in_progress' | 'succeeded' | 'failed';
  type: 'process_payment_intent' | 'process_setup_intent';
  process_payment_intent?: { payment_intent: string; process_config?: ProcessConfig };
  process_setup_intent?: { setup_intent: string; generated_card?: string; process_config?: ProcessConfig };
}

export interface ProcessConfig {
  enable_customer_cancellation?: boolean;
  skip_tipping?: boolean;
}

interface ReaderParts {
  id: string;
  deviceType: string;
  ipAddress: string;
  label: string;
  /** Epoch milliseconds, as in Stripe's API for this field only. */
  lastSeenMs: number;
  location: string;
  metadata: Record<string, string>;
  serialNumber: string;
  online: boolean;
}

export function makeNewReader(parts: ReaderParts) {
  return {
    id: parts.id,
    object: 'terminal.reader' as const,
    action: null as ReaderAction | null,
    device_sw_version: '',
    device_type: parts.deviceType,
    ip_address: parts.ipAddress,
    label: parts.label,
    last_seen_at: parts.lastSeenMs,
    livemode: false,
    location: parts.location,
    metadata: parts.metadata,
    serial_number: parts.serialNumber,
    status: parts.online ? 'online' : 'offline',
  };
}

/** @param lastSeenMs epoch milliseconds */
export function makeReader(reader: company.Reader, location: string, lastSeenMs: number): Reader {
  return makeNewReader({ ...reader, location, lastSeenMs, metadata: {} });
}
