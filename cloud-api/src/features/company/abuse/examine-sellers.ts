import { dayMs, sellerKinds, windowDays, type SellerKind } from '@washdesk/rules/abuse/finding';
import { findSellers } from '@washdesk/rules/abuse/seller-share';
import type { Tx } from '../../../db/pool.ts';
import type { Range } from './examined-rows.store.ts';
import { judgedSellers, type NewFinding } from './flags.store.ts';
import { countSellerDay, givenBy, sumSellerDays, type SellerDays } from './sellers.store.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const figures: Readonly<Record<SellerKind, (days: SellerDays) => { count: number; work: number }>> = {
  'free-months': ({ freeMonths, signUps }) => ({ count: freeMonths, work: signUps }),
  refunds: ({ refunds, days }) => ({ count: refunds, work: days }),
};

/** Counts the day of every employee, and compares the employees over the window that ends with it. */
export async function examineSellers(tx: Tx, range: Range): Promise<NewFinding[]> {
  await countSellerDay(tx, dayOf(range.from), range);
  const findings: NewFinding[] = [];
  for (const kind of sellerKinds) {
    const from = new Date(range.until.getTime() - windowDays[kind] * dayMs);
    const judged = await judgedSellers(tx, kind);
    const judgedDays = new Map([...judged].map(([seller, until]) => [seller, dayOf(until)]));
    const sums = await sumSellerDays(tx, dayOf(from), dayOf(range.until), judgedDays);
    for (const { seller, strength, ...facts } of findSellers(sums.map((sum) => ({ ...sum, ...figures[kind](sum) })))) {
      const given = await givenBy(tx, kind, seller, { from: later(from, judged.get(seller)), until: range.until });
      if (given.length === 0) continue;
      const of = kind === 'refunds' ? ('refund' as const) : ('gift' as const);
      findings.push({
        facts: { kind, ...facts },
        strength,
        subject: { seller },
        sites: [...new Set(given.flatMap(({ site }) => site ?? []))],
        evidence: given.map(({ id, at }) => ({ of, id, at: at.getTime() })),
      });
    }
  }
  return findings;
}

/** The day of the judgement is left out, as in the sums. */
const later = (from: Date, judged: Date | undefined): Date => {
  if (judged === undefined) return from;
  const next = new Date(Date.parse(dayOf(judged)) + dayMs);
  return next > from ? next : from;
};
