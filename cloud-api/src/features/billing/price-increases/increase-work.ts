import type { Logger } from 'pino';
import type { IncreaseMemberState, IncreaseState } from '@washdesk/contracts/billing/plans/price-increase';
import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { Failure } from '../../../common/failure.ts';
import { chooseMembers } from './choose-members.ts';
import {
  claimMembers,
  hasMembersIn,
  postponeMember,
  releaseMember,
  settleMember,
  leaveUntouched,
  type ClaimedMember,
  type MemberOutcome,
} from './increase-members.store.ts';
import { isStopped, MemberWork, type MemberWorkParts } from './member-work.ts';
import { addNotice } from './notices/notices.store.ts';
import { takeBackNotice } from './notices/stop-notices.ts';
import { increasesAtWork, moveTo, type IncreaseRow } from './price-increases.store.ts';

/** Members processed at once per process; their Stripe calls queue there. */
const mostAtOnce = 16;
const postponedSeconds = 10;
const untouchedAtOnce = 5_000;

interface Options extends MemberWorkParts {
  log: Logger;
  planSettings: () => Promise<PlanSettings>;
  /** How long a process holds a member before another may claim it. */
  leaseSeconds: number;
}

/** The work of one state of an increase. */
interface Work {
  /** States of the members it processes. */
  states: readonly IncreaseMemberState[];
  /** The increase's state when no member is left. */
  end: IncreaseState;
  handle: (member: ClaimedMember, increase: IncreaseRow) => Promise<MemberOutcome>;
}

/** Runs bulk increases (docs/decisions/0034-bulk-price-increases.md). Several processes share the work, and any may be killed. */
export class IncreaseWork {
  readonly #options: Options;
  readonly #works: Partial<Record<IncreaseState, Work>>;
  /** Drops to 1 while Stripe does not respond, so that few operations wait for it. */
  #atOnce = mostAtOnce;

  constructor(options: Options) {
    this.#options = options;
    const members = new MemberWork(options);
    this.#works = {
      checking: { states: ['planned'], end: 'checked', handle: (...of) => members.check(...of) },
      running: { states: ['checked'], end: 'done', handle: (...of) => members.run(...of) },
      undoing: { states: ['scheduled', 'checked'], end: 'undone', handle: (...of) => members.undo(...of) },
    };
  }

  /** @returns the number of members done; 0 lets the loop rest */
  async round(): Promise<number> {
    if (await chooseMembers(this.#options)) return 1;
    for (const increase of await increasesAtWork(this.#options.db)) {
      const work = this.#works[increase.state];
      const done = work ? await this.#some(increase, work) : 0;
      if (done > 0) return done;
    }
    return 0;
  }

  async #some(increase: IncreaseRow, work: Work): Promise<number> {
    const { db, clock, leaseSeconds } = this.#options;
    if (increase.state === 'undoing') {
      const untouched = await leaveUntouched(db, increase.id, untouchedAtOnce);
      if (untouched > 0) return untouched;
    }
    const { states, end } = work;
    const claimed = await claimMembers(db, { increase, states, most: this.#atOnce, leaseSeconds });
    if (claimed.length > 0) return this.#handleAll(claimed, increase, work);
    if (!(await hasMembersIn(db, increase.id, states)))
      await moveTo(db, increase.id, { from: [increase.state], to: end, ...(end === 'checked' && { checked: clock.now() }) });
    return 0;
  }

  async #handleAll(claimed: readonly ClaimedMember[], increase: IncreaseRow, work: Work): Promise<number> {
    const ended = await Promise.allSettled(claimed.map((member) => this.#handle(member, increase, work)));
    const lost = ended.find((one) => one.status === 'rejected');
    if (lost) throw lost.reason;
    const isReached = ended.every((one) => one.status === 'fulfilled' && one.value);
    this.#atOnce = isReached ? mostAtOnce : 1;
    return isReached ? claimed.length : 0;
  }

  /** The outcome decides the member's notice. */
  async #settle(member: ClaimedMember, outcome: MemberOutcome): Promise<void> {
    await this.#options.db.transaction().execute(async (tx) => {
      if (!(await settleMember(tx, member, outcome))) return;
      if (outcome.state === 'scheduled') await addNotice(tx, member);
      if (outcome.state === 'undone') await takeBackNotice(tx, member);
    });
  }

  /** @returns false if Stripe did not respond. @throws internal and database errors; the lease then expires */
  async #handle(member: ClaimedMember, increase: IncreaseRow, { handle }: Work): Promise<boolean> {
    const { db, log } = this.#options;
    try {
      await this.#settle(member, await handle(member, increase));
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (isStopped(error)) {
        await releaseMember(db, member);
        return true;
      }
      log.info({ err: error, increase: member.increase, subscription: member.subscription }, 'Bulk increase member postponed');
      await postponeMember(db, member, error.message, postponedSeconds);
      return error.status < 500;
    }
  }
}
