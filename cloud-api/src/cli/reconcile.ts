import { systemClock } from '../adapters/clock/system-clock.ts';
import { stripePayments } from '../adapters/stripe/stripe-payments.ts';
import { readConfig } from '../config.ts';
import { openPool } from '../db/pool.ts';
import { settingOf } from '../features/settings/settings.store.ts';
import { openLog } from '../http/log.ts';
import { reconcile } from '../mirror/reconcile.ts';
import { stripeAddress } from '../stripe-address.ts';

const config = readConfig(process.env);
const log = openLog(config.WASHDESK_LOG_LEVEL);
const pool = openPool(config.WASHDESK_DATABASE_URL, (error) => log.warn({ err: error }, 'a database connection was lost'));
try {
  const goodDays = await settingOf(pool.db, 'goodDaysAfterPeriodEnd');
  await reconcile({ db: pool.db, payments: stripePayments(stripeAddress(config)), clock: systemClock, log, goodDays });
} finally {
  await pool.stop();
}
