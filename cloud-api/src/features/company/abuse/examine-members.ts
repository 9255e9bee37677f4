import { findOverDailyLimit, type DailyWashLimits } from '@washdesk/rules/abuse/daily-limit';
import { dayMs, windowDays, type AbuseKind, type Finding } from '@washdesk/rules/abuse/finding';
import { findPlateChanges, isSamePlate, type PlateChange } from '@washdesk/rules/abuse/plate-changes';
import { findShared } from '@washdesk/rules/abuse/shared';
import { findOtherPlates } from '@washdesk/rules/abuse/tag-plate';
import { findTwoSites, type Place } from '@washdesk/rules/abuse/two-sites';
import type { Wash } from '@washdesk/rules/abuse/visits';
import type { Tx } from '../../../db/pool.ts';
import { changesOf, platesOf, readsOf, washesOf, type Range, type ReadOfTag } from './examined-rows.store.ts';
import { judgedUntil, type NewFinding } from './flags.store.ts';

export interface Parts {
  tx: Tx;
  /** The end of the examined day. */
  until: Date;
  places: ReadonlyMap<number, Place>;
  limits: DailyWashLimits;
}

const endOfTime = new Date('9999-12-31T00:00:00Z');
const rangeOf = (kind: AbuseKind, until: Date): Range => ({ from: new Date(until.getTime() - windowDays[kind] * dayMs), until });

/** Returns rows that were not judged yet. */
async function unjudgedIn(tx: Tx, customers: readonly string[]) {
  const judged = await judgedUntil(
    tx,
    customers.map((customer) => `customer:${customer}`),
  );
  return <T extends { at: number }>(kind: AbuseKind, customer: string, rows: readonly T[]): T[] => {
    const until = judged.get(`${kind} customer:${customer}`);
    return until === undefined ? [...rows] : rows.filter(({ at }) => at > until);
  };
}

const byCustomer = <T extends { customer: string }>(rows: readonly T[]): Map<string, T[]> => Map.groupBy(rows, ({ customer }) => customer);

/** Returns the sites of the rows that show it. */
const sitesIn = ({ evidence }: Finding, rows: readonly { id: string; site: number }[]): number[] => {
  const ids = new Set(evidence.map(({ id }) => id));
  return [...new Set(rows.filter(({ id }) => ids.has(id)).map(({ site }) => site))].toSorted((a, b) => a - b);
};

export async function examineWashes({ tx, until, places, limits }: Parts, customers: readonly string[]): Promise<NewFinding[]> {
  const unjudged = await unjudgedIn(tx, customers);
  const all = byCustomer(await washesOf(tx, customers, rangeOf('shared', until)));
  return [...all].flatMap(([customer, washes]) => {
    const own = (kind: AbuseKind): Wash[] => unjudged(kind, customer, washes);
    const findings = [findTwoSites(own('two-sites'), places), findShared(own('shared')), findOverDailyLimit(own('daily-limit'), limits)];
    return findings
      .filter((finding) => finding !== null)
      .map((finding) => ({ ...finding, subject: { customer }, sites: sitesIn(finding, washes) }));
  });
}

export async function examineReads({ tx, until }: Parts, customers: readonly string[]): Promise<NewFinding[]> {
  const range = rangeOf('tag-plate', until);
  const unjudged = await unjudgedIn(tx, customers);
  const reads = await readsOf(tx, customers, range);
  const owners = [...new Set(reads.flatMap(({ owner }) => owner ?? []))];
  // an earlier day is examined with the plates of now, so a later change names the plate of that day
  const changedSince = { ...rangeOf('plate-changes', until), until: endOfTime };
  const [readsOfOwners, changes, current] = [
    byCustomer(await readsOf(tx, owners, range)),
    byCustomer(await changesOf(tx, customers, changedSince)),
    byCustomer(await platesOf(tx, customers)),
  ];
  return [...byCustomer(reads)].flatMap(([customer, own]) => {
    const plates = [...(current.get(customer) ?? []).map(({ code }) => code), ...(changes.get(customer) ?? []).map(({ from }) => from)];
    const isOwn = ({ plate }: ReadOfTag): boolean => plates.some((one) => isSamePlate(one, plate));
    const exchangedWith = new Set(own.flatMap(({ owner }) => (owner !== null && readsOfOwners.get(owner)?.some(isOwn) ? [owner] : [])));
    // the rule has two kinds; each is judged for itself
    const finding = findOtherPlates(unjudged('tag-plate', customer, own), { plates, exchangedWith });
    if (finding === null || unjudged(finding.facts.kind, customer, finding.evidence).length < finding.evidence.length) return [];
    return [{ ...finding, subject: { customer }, sites: sitesIn(finding, own) }];
  });
}

export async function examineChanges({ tx, until }: Parts, customers: readonly string[]): Promise<NewFinding[]> {
  const range = rangeOf('plate-changes', until);
  const unjudged = await unjudgedIn(tx, customers);
  const [changes, washes] = [byCustomer(await changesOf(tx, customers, range)), byCustomer(await washesOf(tx, customers, range))];
  return [...changes].flatMap(([customer, all]) => {
    const own: PlateChange[] = unjudged('plate-changes', customer, all);
    const visits = washes.get(customer) ?? [];
    const finding = findPlateChanges(
      own,
      visits.map(({ at }) => at),
    );
    return finding === null ? [] : [{ ...finding, subject: { customer }, sites: [...new Set(visits.map(({ site }) => site))] }];
  });
}
