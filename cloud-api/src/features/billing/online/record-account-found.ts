import { countInHour } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import { storeAccountFound, type AccountMatch } from './online-attempt.store.ts';

/** Answers within an hour that Admins are told of: more than honest customers of a large company get. */
const guessesToTell = 100;
const hourMs = 3_600_000;

/** Records that a visitor was told that they have an account. Tells Admins of many. */
export function recordAccountFound(db: Db, match: AccountMatch, site: number | null, at: Date): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await storeAccountFound(tx, match, site, at);
    const { attempts } = await countInHour(tx, 'online-account-found');
    if (attempts < guessesToTell) return;
    const reason = `${guessesToTell} online visitors within an hour were told that they have an account. This may be someone guessing who is a member`;
    const key = `online-guessing:${Math.floor(at.getTime() / hourMs)}`;
    await raiseAlert(tx, { key, site: null, customer: null, reason, created: at });
  });
}
