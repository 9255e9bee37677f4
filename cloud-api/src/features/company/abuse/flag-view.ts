import type { AbuseEvidence, AbuseFlag } from '@washdesk/contracts/company/abuse';
import { strengths } from '@washdesk/rules/abuse/finding';
import { leastDriveMinutes, milesBetween, type Place } from '@washdesk/rules/abuse/two-sites';
import { abuseSentence } from '@washdesk/rules/abuse/words';
import type { EvidenceRow } from './evidence.store.ts';
import type { FlagRow } from './flags.store.ts';

type SiteName = (site: number) => string;

export const viewFlag = (flag: FlagRow, siteName: SiteName): AbuseFlag => ({
  id: flag.id,
  kind: flag.kind,
  strength: strengths[flag.strength - 1]!,
  sentence: abuseSentence(flag.facts, siteName),
  customer: flag.customer,
  seller: flag.seller,
  name: flag.name,
  sites: flag.sites,
  firstSeen: flag.first_seen.toISOString(),
  lastSeen: flag.last_seen.toISOString(),
  state: flag.state,
  decision: decisionOf(flag),
});

function decisionOf({ decision, decided, decided_by, decidedBy, reason }: FlagRow): AbuseFlag['decision'] {
  if (decision === null || decision === 'open' || decided === null) return null;
  return { decision, reason: reason ?? '', by: decidedBy ?? decided_by ?? '', at: decided.toISOString() };
}

/** @param places of the sites, to name the way between two washes */
export function viewEvidence(
  rows: readonly EvidenceRow[],
  { kind }: Pick<FlagRow, 'kind'>,
  places: ReadonlyMap<number, Place>,
): AbuseEvidence[] {
  return rows.map((row, index) => {
    const before = rows[index - 1];
    const note = kind === 'two-sites' && before ? wayFrom(before, row, places) : null;
    return { ...row, at: row.at.toISOString(), note };
  });
}

function wayFrom(before: EvidenceRow, { site, at }: EvidenceRow, places: ReadonlyMap<number, Place>): string | null {
  const [from, to] = [before.site === null ? undefined : places.get(before.site), site === null ? undefined : places.get(site)];
  if (!from || !to || before.site === site) return null;
  const miles = milesBetween(from, to);
  const [drive, apart] = [Math.round(leastDriveMinutes(miles)), Math.round((at.getTime() - before.at.getTime()) / 60_000)];
  if (apart >= drive) return null;
  return `${Math.round(miles)} miles in ${apart} min (drive: ${drive} min)`;
}
