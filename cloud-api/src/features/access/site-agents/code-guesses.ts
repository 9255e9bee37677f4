import type { Alert } from '../../../common/alert.ts';
import { Failure } from '../../../common/failure.ts';
import { customerNetwork, networkLimits } from '../../../common/networks.ts';
import { countInHour, uncount } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';

/** Tries per hour with a wrong code, and renewals of one site, which renews every 60 days. */
const most = { network: 20, company: 6_000, renewals: 10 } as const;

/** Limits guesses of enrollment codes, counted by the database for all processes (docs/decisions/0101-enrollment-codes.md). */
export class CodeGuesses {
  readonly #db: Db;
  readonly #alert: Alert;

  constructor({ db, alert }: { db: Db; alert: Alert }) {
    this.#db = db;
    this.#alert = alert;
  }

  /**
   * Counts a try before its code is checked. A network that is refused does not count for the company, so that it cannot lock others out.
   * @returns takes the try back, if its code was right
   * @throws Failure 429 `too_many_attempts`
   */
  async count(ip: string): Promise<() => Promise<void>> {
    const limits = networkLimits(customerNetwork(ip), most.network).map(
      ([network, limit]) => [`agent-code network ${network}`, limit] as const,
    );
    const counted: string[] = [];
    for (const [key, limit] of limits) counted.push(await this.#use(key, limit));
    counted.push(await this.#use('agent-code', most.company, () => this.#tellCompany()));
    return async () => {
      for (const key of counted) await uncount(this.#db, key);
    };
  }

  /** @throws Failure 429 `too_many_attempts` */
  async countRenewal(site: number): Promise<void> {
    await this.#use(`agent-renewal site ${site}`, most.renewals);
  }

  async #use(key: string, limit: number, onFirstRefusal?: () => void): Promise<string> {
    const { attempts, endsInSeconds } = await countInHour(this.#db, key);
    if (attempts <= limit) return key;
    if (attempts === limit + 1) onFirstRefusal?.();
    const message = `Too many attempts. Wait ${Math.ceil(endsInSeconds / 60)} minutes and try again`;
    throw new Failure(429, 'too_many_attempts', message, { details: { retryAfterSeconds: endsInSeconds } });
  }

  #tellCompany(): void {
    const message = `More than ${most.company} enrollment codes of agents were tried in an hour, from many networks. No agent can be enrolled meanwhile`;
    this.#alert('site-agent.code-guessing', {}, message);
  }
}
