import type { Workbench } from '@washdesk/deploy/local/workbench';
import { stripeBehaves } from './reader.ts';

/** Stripe does not answer for as long as `run` takes. */
export async function duringStripeOutage<Result>(workbench: Workbench, run: () => Promise<Result>): Promise<Result> {
  await stripeBehaves(workbench, { down: true });
  try {
    return await run();
  } finally {
    await stripeBehaves(workbench, { down: false });
  }
}
