import type { ColumnType, Generated } from 'kysely';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import type { PersonalTables } from '../personal-data.ts';

/** A converge command in flight: until its outcome is known, no other is sent to that site about that customer. */
export interface SitewatchUpdate {
  /** The command's id. */
  id: string;
  member: SitewatchMember;
}

interface SitewatchLinkTable {
  site: number;
  customer: string;
  /** The customer's number at this site; null before the site has replied. */
  objid: number | null;
  /** The codes last sent to the site, or assumed to be there. */
  plate: string | null;
  tag: string | null;
  /** The codes that the site listed for the customer in its last response, also disabled ones, without their marker. */
  codes: Generated<string[]>;
  /** The update with an unknown outcome. */
  telling: ColumnType<SitewatchUpdate | null, string | null, string | null>;
  changed: Date;
}

declare module '../schema.ts' {
  interface Database {
    sitewatch_link: SitewatchLinkTable;
  }
}

export const personalData = {
  sitewatch_link: {
    plain: ['site', 'objid', 'changed'],
    personal: ['plate', 'tag', 'codes', 'telling'],
    customer: 'customer',
    erase: 'rows',
  },
} satisfies PersonalTables;
