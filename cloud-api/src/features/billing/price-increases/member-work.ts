import { skipReasonOf, skipReasons, type SkipReason } from '@washdesk/rules/plans/bulk-increase';
import { programPrincipal, type Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { ProviderCustomer, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { Operations } from '../../../operations/operations.ts';
import { storedActor } from '../../../operations/stored-actor.ts';
import type { Clock } from '../../../ports/clock.ts';
import { guaranteedUntil } from './choose-members.ts';
import { scheduleOfIncrease, type ClaimedMember, type MemberOutcome } from './increase-members.store.ts';
import { increasedMember } from './member-facts.ts';
import { increaseById, type IncreaseRow } from './price-increases.store.ts';

/** A subscription with its customer and price, as a plan change reads it. */
interface FoundSubscription {
  subscription: ProviderSubscription;
  plans: { customer: ProviderCustomer; plans: ReadonlyMap<string, { duration: number }> };
}

interface Asked {
  subscriptionId: string;
  newPrice: string;
  originalPrice: string;
  increasedPrice: number;
  effectiveDate: string;
}
interface Bulk {
  id: string;
  refuse: (found: FoundSubscription) => Promise<void>;
}

/** Increases of a single subscription, from the subscriptions feature. */
export interface SingleIncreases {
  schedule(asked: Asked, by: Principal, key: string, bulk: Bulk): Promise<unknown>;
  check(asked: Asked, by: Principal, bulk: Bulk): Promise<void>;
}

export interface SingleReleases {
  release(schedule: string, by: Principal, key: string, undoing: boolean): Promise<unknown>;
}

export interface MemberWorkParts {
  db: Db;
  clock: Clock;
  operations: Pick<Operations, 'stateOf'>;
  increases: SingleIncreases;
  releases: SingleReleases;
  /** Reads at the provider with the lowest priority. */
  readFresh: ReadFresh;
}

const checker = programPrincipal('price-increase', 'Bulk price increase', 'job:price-increase');
const unavailable = (): Failure => new Failure(503, 'stripe_unavailable', 'Can’t reach Stripe right now');

/** The work on one member; each step can be repeated after a kill. @throws Failure of 5xx, and 409 while another change is in progress */
export class MemberWork {
  readonly #parts: MemberWorkParts;

  constructor(parts: MemberWorkParts) {
    this.#parts = parts;
  }

  /** Dry run: reads the member at Stripe and returns what the run would do. */
  async check(member: ClaimedMember, increase: IncreaseRow): Promise<MemberOutcome> {
    const { increases, readFresh } = this.#parts;
    const [subscription, customer] = await Promise.all([
      readFresh('subscription', member.subscription),
      readFresh('customer', member.customer),
    ]);
    if (subscription === 'stale' || customer === 'stale') throw unavailable();
    if (!subscription || !customer || customer.deleted) return { state: 'skipped', reason: 'ended' };
    const bulk = { id: increase.id, refuse: async (found: FoundSubscription) => this.#refuseSkipped(found, member, increase) };
    return outcomeOf('checked', () => increases.check(askedOf(member, increase), checker, bulk));
  }

  /**
   * Schedules the increase, once under its key. Storing the operation checks whether the increase was stopped: a later undo finds the
   * operation and waits for it.
   * @throws Failure 409 `increase_stopped`
   */
  async run(member: ClaimedMember, increase: IncreaseRow): Promise<MemberOutcome> {
    const { increases } = this.#parts;
    const by = principalOf(increase.id, increase.runBy);
    const refuse = async (found: FoundSubscription): Promise<void> => {
      if ((await increaseById(this.#parts.db, increase.id))?.state !== 'running') throw stopped();
      this.#refuseSkipped(found, member, increase);
    };
    return outcomeOf('scheduled', () => increases.schedule(askedOf(member, increase), by, keyOf(member), { id: increase.id, refuse }));
  }

  /** Releases only the schedule that this increase made. */
  async undo(member: ClaimedMember, increase: IncreaseRow): Promise<MemberOutcome> {
    const { db, releases } = this.#parts;
    if (member.state === 'checked') await this.#finishBegun(member, increase);
    const schedule = await scheduleOfIncrease(db, member);
    if (schedule === null) return { state: member.state === 'checked' ? 'untouched' : 'undone' };
    const by = principalOf(increase.id, increase.undoneBy);
    try {
      await releases.release(schedule, by, `${keyOf(member)}:undo:${schedule}`, true);
    } catch (error) {
      const refusal = refusalOf(error);
      return refusal.code === 'no_schedule' ? { state: 'undone' } : { state: 'kept', detail: refusal.message };
    }
    return { state: 'undone' };
  }

  /** Finishes an increase that a killed run had begun, so that it can be released. An increase not begun is not made. */
  async #finishBegun(member: ClaimedMember, increase: IncreaseRow): Promise<void> {
    const { operations, increases } = this.#parts;
    const by = principalOf(increase.id, increase.runBy);
    const begun = await operations.stateOf(by, keyOf(member));
    if (begun?.state !== 'started') return;
    const refuse = async (): Promise<never> => {
      throw stopped();
    };
    try {
      await increases.schedule(askedOf(member, increase), by, keyOf(member), { id: increase.id, refuse });
    } catch (error) {
      if (!isStopped(error)) refusalOf(error);
    }
  }

  /** @throws Failure 409 `increase_skipped` */
  #refuseSkipped(
    { subscription, plans: { customer, plans } }: FoundSubscription,
    { oldPrice }: ClaimedMember,
    { effective }: IncreaseRow,
  ): void {
    const now = this.#parts.clock.now();
    const duration = plans.get(oldPrice)?.duration ?? 0;
    const member = { ...increasedMember({ subscription, customer, duration, now }), outOfRange: null };
    const reason = skipReasonOf(member, { from: oldPrice, effective, now });
    if (reason !== null) throw skipped(reason, reason === 'guaranteed' ? guaranteedUntil(member) : null);
  }
}

const keyOf = ({ increase, subscription }: ClaimedMember): string => `increase:${increase}:${subscription}`;

const askedOf = ({ subscription, newPrice, oldPrice, newAmount }: ClaimedMember, { effective }: IncreaseRow): Asked => ({
  subscriptionId: subscription,
  newPrice,
  originalPrice: oldPrice,
  increasedPrice: newAmount,
  effectiveDate: effective,
});

/** Returns who started the run or undo. */
function principalOf(increase: string, stored: object | null): Principal {
  if (!stored) throw new Error(`No user stored for bulk increase ${increase}`);
  return { ...storedActor(stored), session: '' };
}

const stopped = (): Failure => new Failure(409, 'increase_stopped', 'The increase was stopped');
export const isStopped = (error: unknown): boolean => error instanceof Failure && error.code === 'increase_stopped';

const skipped = (reason: SkipReason, detail: string | null): Failure =>
  new Failure(409, 'increase_skipped', detail ?? skipReasons[reason], { details: { reason, detail } });

/** Codes of another change in progress for the same customer: the member is postponed. */
const busyCodes: readonly string[] = ['customer_busy', 'in_progress'];

/** @throws errors that are not about the member: internal ones, a busy provider or customer */
function refusalOf(error: unknown): Failure {
  if (!(error instanceof Failure) || error.status >= 500 || busyCodes.includes(error.code) || isStopped(error)) throw error;
  return error;
}

async function outcomeOf(done: MemberOutcome['state'], work: () => Promise<unknown>): Promise<MemberOutcome> {
  try {
    await work();
    return { state: done };
  } catch (error) {
    const { code, message, details } = refusalOf(error);
    if (code === 'increase_skipped') {
      const { reason, detail } = details as { reason: SkipReason; detail: string | null };
      return { state: 'skipped', reason, detail };
    }
    if (code === 'price_out_of_range') return { state: 'skipped', reason: 'out_of_range', detail: message };
    return { state: 'refused', detail: message };
  }
}
