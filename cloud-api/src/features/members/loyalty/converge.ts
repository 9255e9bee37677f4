import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { writeAudit } from '../../../audit/audit.ts';
import { causeOf, type Attempt, type CauseOfJob, type ClaimedJob } from '../../../jobs/job.ts';
import type { Clock } from '../../../ports/clock.ts';
import { LoyaltyRefused, LoyaltyUnavailable, type Converged, type Loyalty, type DesiredMember } from '../../../ports/loyalty.ts';
import { desiredMember, type CardHolder, type MirroredMemberParts } from './desired-member.ts';

export interface ConvergeParts extends MirroredMemberParts {
  loyalty: Loyalty;
  clock: Clock;
}

/** The outcome; 'deleted': the customer's card is free and the member no longer exists. */
type Outcome = Converged | 'deleted';

/** Brings the loyalty system in line with the mirror's current data of a customer. Returns null for a customer missing from the mirror. */
export type ConvergeCustomer = (customer: string, cause: CauseOfJob) => Promise<Outcome | null>;

export function convergeCustomer(parts: ConvergeParts): ConvergeCustomer {
  const { loyalty, clock } = parts;
  return async (customer, cause) => {
    const now = clock.now();
    const found = await desiredMember(parts, customer, now);
    if (found === null) return null;
    if (found === 'deleted') {
      await loyalty.forget(customer);
      return 'deleted';
    }
    const { meant, ...wanted } = found;
    await auditMove(parts, { wanted, meant, cause }, now);
    return loyalty.converge(wanted, now);
  };
}

/** Minutes in which the move's other customer may have written the same row. */
const sameMoveMinutes = 10;

/**
 * Audits a card's move between customers, whichever of them is converged first: one takes it or the other releases it. The row is written
 * before the card moves: if the process ends here, an early row is better than none.
 */
async function auditMove(
  { db, loyalty }: ConvergeParts,
  { wanted: { customer, card }, meant, cause }: { wanted: DesiredMember; meant: CardHolder | null; cause: CauseOfJob },
  at: Date,
): Promise<void> {
  const move = card ? { number: card.number, customer } : meant;
  const former = card ? await loyalty.holder(card.number) : await loyalty.member(customer);
  if (!move || former?.card?.number !== move.number || former.customer === move.customer) return;
  const subject = `loyalty-card:${move.number}`;
  const change = { before: { customer: former.customer }, after: { customer: move.customer } };
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
    const last = await tx
      .selectFrom('whole_audit')
      .select(['before', 'after'])
      .where('subject', '=', subject)
      .where('action', '=', 'loyalty-card.moved')
      .where('at', '>', new Date(at.getTime() - sameMoveMinutes * 60_000))
      .orderBy('at', 'desc')
      .executeTakeFirst();
    if (isDeepStrictEqual(last, change)) return;
    const by = { actor: 'loyalty', requestId: cause.requestId, device: cause.device ?? null };
    await writeAudit(tx, { ...by, action: 'loyalty-card.moved', subject, ...change, at });
  });
}

/** Handles `converge.loyalty`: any change of person, codes, plan or status. */
export function loyaltyJobHandler(converge: ConvergeCustomer) {
  return async (job: ClaimedJob<'converge.loyalty'>): Promise<Attempt> => {
    const { customer } = job;
    if (customer === null) return { kind: 'refused', reason: 'It names no customer' };
    try {
      return attemptFromConvergence(await converge(customer, causeOf(job)));
    } catch (error) {
      if (error instanceof LoyaltyUnavailable) return { kind: 'later', reason: error.message };
      if (error instanceof LoyaltyRefused) return { kind: 'refused', reason: error.message };
      throw error;
    }
  };
}

function attemptFromConvergence(outcome: Outcome | null): Attempt {
  if (outcome === null) return { kind: 'refused', reason: 'Unknown customer' };
  if (outcome === 'deleted') return { kind: 'done', result: { linked: false, groups: [], card: null } };
  const { linked, groups, card } = outcome.member;
  return { kind: 'done', result: { linked, groups, card: card?.number ?? null } };
}
