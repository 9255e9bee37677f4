import type { z } from 'zod';
import type { listSites, listTerminals } from '@washdesk/contracts/sites/sitewatch-lists';
import { siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import type { SitewatchSite, SitewatchTerminal } from '@washdesk/site-protocol/sitewatch';
import type { ListCopy } from './list-copy.store.ts';
import type { ListKind } from './list-questions.ts';

type SiteRow = z.input<typeof listSites.response>['sites'][number];
type TerminalRow = z.input<typeof listTerminals.response>['terminals'][number];

/** Returns sites with mapped numbers; omits numbers that are not our sites, and keeps the first of two that map to the same site. */
export function siteRows(rows: readonly SitewatchSite[], mapping: SiteMapping): SiteRow[] {
  const byNumber = new Map<number, SiteRow>();
  for (const { number, name, state } of rows) {
    const mapped = siteNumber(number, mapping);
    if ('site' in mapped && !byNumber.has(mapped.site)) byNumber.set(mapped.site, { SITENUMBER: mapped.site, NAME: name, STATE: state });
  }
  return [...byNumber.values()];
}

export const terminalRows = (rows: readonly SitewatchTerminal[]): TerminalRow[] =>
  rows.map(({ name, type, ipAddress }) => ({ NAME: name, TERMINALTYPE: type, IPADDRESS: ipAddress }));

/** The additional fields of every list: its length, site and time. */
export const copyFields = (rows: readonly unknown[], { site, seen }: ListCopy<ListKind>) => ({
  count: rows.length,
  site,
  asOf: seen.toISOString(),
});
