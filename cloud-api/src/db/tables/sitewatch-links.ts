import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import type { ColumnType } from 'kysely';

/** A converge command on its way: until its answer is known, no other is sent to that site about that customer. */
export interface SitewatchUpdate {
  /** The command's id. */
  id: string;
  member: SitewatchMember;
}

interface SitewatchLinkTable {
  site: number;
  customer: string;
  /** The customer's number at this site; null before the site has answered. */
  objid: number | null;
  /** The codes that the site was told last, or is taken to know. */
  plate: string | null;
  tag: string | null;
  /** The update whose answer is not known yet. */
  telling: ColumnType<SitewatchUpdate | null, string | null, string | null>;
  changed: Date;
}

declare module '../schema.ts' {
  interface Database {
    sitewatch_link: SitewatchLinkTable;
  }
}
