import { writeAudit } from '../../../audit/audit.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import type { Clock } from '../../../ports/clock.ts';
import { LoyaltyRefused, LoyaltyUnavailable, type Converged, type Loyalty, type WantedMember } from '../../../ports/loyalty.ts';
import { wantedMember, type MirroredMemberParts } from './wanted-member.ts';

export interface ConvergeParts extends MirroredMemberParts {
  loyalty: Loyalty;
  clock: Clock;
}

/** The outcome; 'deleted': the customer's card is free, and there is no member any more. */
type Outcome = Converged | 'deleted';

/** Brings the loyalty system to what the mirror says of a customer now. Null for a customer whom the mirror does not know. */
export type ConvergeCustomer = (customer: string) => Promise<Outcome | null>;

export function convergeCustomer(parts: ConvergeParts): ConvergeCustomer {
  const { loyalty, clock } = parts;
  return async (customer) => {
    const now = clock.now();
    const wanted = await wantedMember(parts, customer, now);
    if (wanted === null) return null;
    if (wanted === 'deleted') {
      await loyalty.forget(customer);
      return 'deleted';
    }
    await auditTakeover(parts, wanted, now);
    return loyalty.converge(wanted, now);
  };
}

/** Written before the card is taken: if the process ends here, the next attempt writes it once more, which is better than never. */
async function auditTakeover({ db, loyalty }: ConvergeParts, { customer, card }: WantedMember, at: Date): Promise<void> {
  const former = card && (await loyalty.holder(card.number));
  if (!former || former.customer === customer) return;
  const change = { before: { customer: former.customer }, after: { customer } };
  await writeAudit(db, { actor: 'loyalty', action: 'loyalty-card.moved', subject: `loyalty-card:${card.number}`, ...change, at });
}

/** The handler of `converge.loyalty`: a change of person, codes, plan or status, whatever caused it. */
export function loyaltyJobHandler(converge: ConvergeCustomer) {
  return async ({ customer }: Pick<ClaimedJob<'converge.loyalty'>, 'customer'>): Promise<Attempt> => {
    if (customer === null) return { kind: 'refused', reason: 'It names no customer' };
    try {
      return attemptOf(await converge(customer));
    } catch (error) {
      if (error instanceof LoyaltyUnavailable) return { kind: 'later', reason: error.message };
      if (error instanceof LoyaltyRefused) return { kind: 'refused', reason: error.message };
      throw error;
    }
  };
}

function attemptOf(outcome: Outcome | null): Attempt {
  if (outcome === null) return { kind: 'refused', reason: 'This customer is not known' };
  if (outcome === 'deleted') return { kind: 'done', result: { linked: false, groups: [], card: null } };
  const { linked, groups, card } = outcome.member;
  return { kind: 'done', result: { linked, groups, card: card?.number ?? null } };
}
