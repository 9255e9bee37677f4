import type { Reader, Site, Terminal } from './model.ts';
import { stripeId, type Random } from './random.ts';

export const sites: readonly Site[] = [
  {
    number: 12,
    name: 'Joliet',
    state: 'IL',
    timeZone: 'America/Chicago',
    locationId: 'tml_Joliet00000012',
    defaultPlateState: 'IL',
    taxRate: { id: 'txr_Joliet00000012', name: 'Joliet sales tax', percentage: 8.75 },
    address: { line1: '1200 W Jefferson St', city: 'Joliet', postalCode: '60435' },
    phone: '(815) 555-0112',
  },
  {
    number: 27,
    name: 'Merrillville',
    state: 'IN',
    timeZone: 'America/Chicago',
    locationId: 'tml_Merrillville27',
    defaultPlateState: 'IN',
    taxRate: { id: 'txr_Merrillville27', name: 'Indiana sales tax', percentage: 7 },
    address: { line1: '2700 E 80th Ave', city: 'Merrillville', postalCode: '46410' },
    phone: '(219) 555-0127',
  },
];

/** The registers of every site, and the two pay stations at the tunnel entry (docs/rules/sites.md#terminals). */
const terminalNames: readonly { name: string; type: Terminal['type'] }[] = [
  { name: 'Washcashier1', type: 'W' },
  { name: 'Washcashier2', type: 'W' },
  { name: 'Washcashier3', type: 'W' },
  { name: 'Washcashier4', type: 'W' },
  { name: 'Detail1', type: 'D' },
  { name: 'Detail2', type: 'D' },
  { name: 'WASHXPT1', type: 'X' },
  { name: 'WASHXPT2', type: 'X' },
];

export function makeTerminals(): Terminal[] {
  return sites.flatMap((site) =>
    terminalNames.map(({ name, type }, index) => ({ site: site.number, name, type, ipAddress: `10.${site.number}.0.${11 + index}` })),
  );
}

const readerPlaces: readonly (Pick<Reader, 'label' | 'deviceType' | 'online'> & { host: number })[] = [
  { label: 'Washcashier1', deviceType: 'bbpos_wisepos_e', online: true, host: 51 },
  { label: 'Washcashier2', deviceType: 'verifone_P400', online: true, host: 52 },
  { label: 'Detail1', deviceType: 'bbpos_wisepos_e', online: false, host: 55 },
];

export function makeReaders(random: Random): Reader[] {
  return sites.flatMap((site) =>
    readerPlaces.map(({ host, ...place }) => ({
      ...place,
      id: stripeId(random, 'tmr'),
      site: site.number,
      serialNumber:
        place.deviceType === 'verifone_P400' ? `275-${random.characters(9, '0123456789')}` : `WPE${random.characters(12, '0123456789')}`,
      ipAddress: `10.${site.number}.0.${host}`,
    })),
  );
}
