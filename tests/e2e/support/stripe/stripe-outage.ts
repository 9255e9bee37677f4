import type { OpenWorkbench } from '../run-workbench.ts';
import { stripeBehaves } from './reader.ts';

/** Stops Stripe's answers while `run` takes. */
export async function duringStripeOutage<Result>(workbench: OpenWorkbench, run: () => Promise<Result>): Promise<Result> {
  await stripeBehaves(workbench, { down: true });
  try {
    return await run();
  } finally {
    await stripeBehaves(workbench, { down: false });
  }
}
