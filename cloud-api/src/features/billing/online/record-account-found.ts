import type { Alert } from '../../../common/alert.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import { storeAccountFound, type AccountMatch } from './online-attempt.store.ts';

/** Answers within an hour that are reported: more than honest customers of a large company get. */
const guessesToTell = 100;
const hourMs = 3_600_000;

interface Found {
  match: AccountMatch;
  site: number | null;
  at: Date;
}

/** Records that a visitor was told that they have an account. Reports many to IT and Admins. */
export async function recordAccountFound({ db, alert }: { db: Db; alert: Alert }, { match, site, at }: Found): Promise<void> {
  const isFirstReport = await db.transaction().execute(async (tx) => {
    await storeAccountFound(tx, match, site, at);
    const { attempts } = await countInHour(tx, 'online-account-found');
    if (attempts < guessesToTell) return false;
    const reason = `${guessesToTell} online visitors within an hour were told that they have an account. This may be someone guessing who is a member`;
    const key = `online-guessing:${Math.floor(at.getTime() / hourMs)}`;
    return raiseAlert(tx, { key, site: null, customer: null, reason, created: at });
  });
  if (isFirstReport) alert('online.guessing', { found: guessesToTell }, 'Many online visitors were told that they have an account');
}
