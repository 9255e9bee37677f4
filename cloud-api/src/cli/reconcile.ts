import { parseArgs } from 'node:util';
import { companyClock } from '../adapters/clock/offset-clock.ts';
import { stripePayments } from '../adapters/stripe/stripe-payments.ts';
import { Failure } from '../common/failure.ts';
import { readConfig } from '../config.ts';
import { settingsReader } from '../features/company/settings/create-settings.ts';
import { reportLines, type ReconcileReport, progressLine } from '../mirror/reconcile/reconcile-report.ts';
import { reconcile } from '../mirror/reconcile/reconcile.ts';
import { PaymentsUnavailable } from '../ports/payments.ts';
import { stripeAddress } from '../stripe-address.ts';
import { runTool } from './tool.ts';

/** `npm run reconcile [-- --json] [-- --fresh]`: `--fresh` starts over instead of resuming today's unfinished run. */
await runTool(async ({ db }) => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, fresh: { type: 'boolean' } } });
  const config = readConfig(process.env);
  const parts = {
    db,
    payments: stripePayments(stripeAddress(config)),
    clock: companyClock(config.WASHDESK_CLOCK_FILE),
    settings: settingsReader(db),
    onPage: progressLine((line) => console.error(line)),
  };
  const report = await orLater(reconcile(parts, { fresh: values.fresh ?? false }));
  console.log(values.json ? JSON.stringify(report) : reportLines(report).join('\n'));
});

async function orLater(run: Promise<ReconcileReport>): Promise<ReconcileReport> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new Failure(503, 'stripe_unavailable', `${error.message}. Run it again to resume`, { cause: error });
  }
}
