import type { UsageRecord } from '@washdesk/site-protocol/commands';

/** What may be owed once, and what is needed to do it. The row is the only state (design section 4, "Obligations"). */
export interface Owed {
  'sitewatch.record-usage': Omit<UsageRecord, 'usageId'>;
}
export type OwedName = keyof Owed;

export interface ClaimedObligation<N extends OwedName = OwedName> {
  id: string;
  what: N;
  /** Names the one act: the usage id, the deed's id … */
  key: string;
  site: number | null;
  payload: Owed[N];
  attempts: number;
}

/** How an attempt ended: done for good, refused for good, or to be tried again later. */
export type Attempt =
  { kind: 'done'; result: Record<string, unknown> } | { kind: 'refused'; reason: string } | { kind: 'later'; reason: string };

export type Performers = { [N in OwedName]: (obligation: ClaimedObligation<N>) => Promise<Attempt> };
