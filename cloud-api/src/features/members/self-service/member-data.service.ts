import type { z } from 'zod';
import type { exportMemberData } from '@washdesk/contracts/members/member';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { MemberNotices } from './member-notices.ts';

type OwnData = z.input<typeof exportMemberData.response>;

/** What members may do about their data (docs/rules/privacy.md). */
export interface MemberDataRequests {
  export: (customer: string, by: Principal) => Promise<OwnData>;
  /** @param inRequest runs in the transaction of a new request */
  requestErasure: (
    customer: string,
    lang: MemberLanguage,
    by: Principal,
    inRequest: (tx: Tx, requested: Date) => Promise<void>,
  ) => Promise<Date>;
  erasureRequestedSince: (customer: string) => Promise<Date | null>;
}

interface Options {
  db: Db;
  clock: Clock;
  data: MemberDataRequests;
  notices: MemberNotices;
  jobsAdded: () => void;
}

/** An export reads every table. */
const exportsPerHour = 10;

export class MemberData {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 429 `too_many_requests` */
  async export(customer: string, by: Principal): Promise<OwnData> {
    const { db, clock, data, notices, jobsAdded } = this.#options;
    const { attempts, endsInSeconds } = await countInHour(db, `member-export:${customer}`);
    if (attempts > exportsPerHour) {
      const details = { retryAfterSeconds: endsInSeconds };
      throw new Failure(429, 'too_many_requests', 'You downloaded your data a moment ago. Try again in an hour', { details });
    }
    const at = clock.now();
    const of = { asked: `${customer} ${at.toISOString().slice(0, 13)}` };
    await db.transaction().execute((tx) => notices.announce(tx, 'export', { customer, by, at, of }));
    jobsAdded();
    return data.export(customer, by);
  }

  requestErasure(customer: string, lang: MemberLanguage, by: Principal): Promise<Date> {
    const { data, notices } = this.#options;
    return data.requestErasure(customer, lang, by, (tx, at) =>
      notices.announce(tx, 'erasure', { customer, by, at, of: { asked: `${customer} ${at.toISOString()}` } }),
    );
  }
}
