import { setTimeout as wait } from 'node:timers/promises';
import { readCode } from '@washdesk/rules/codes/code-forms';
import type { Alert } from '../../../common/alert.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { accountMatch, isMatch } from './online-attempt.store.ts';
import { recordAccountFound } from './record-account-found.ts';

/** Both answers arrive after this time, longer than the queries take. */
const answerMs = 400;

interface Searched {
  email: string;
  customercode: string;
  site: number | null;
}

/** Whether a visitor has an account: one bit, always after the same time (docs/rules/billing.md#account-found). */
export class AccountSearch {
  readonly #options: { db: Db; clock: Clock; alert: Alert };

  constructor(options: { db: Db; clock: Clock; alert: Alert }) {
    this.#options = options;
  }

  async exists({ email, customercode, site }: Searched): Promise<boolean> {
    const [found] = await Promise.all([this.#find(email, customercode, site), wait(answerMs)]);
    return found;
  }

  async #find(email: string, customercode: string, site: number | null): Promise<boolean> {
    const match = await accountMatch(this.#options.db, email, readCode(customercode));
    if (!isMatch(match)) return false;
    await recordAccountFound(this.#options, { match, site, at: this.#options.clock.now() });
    return true;
  }
}
