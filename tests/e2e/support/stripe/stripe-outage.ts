import type { OpenWorkbench } from '../run-workbench.ts';
import { stripeBehaves } from './reader.ts';

/** Makes Stripe unavailable during `run`. */
export async function duringStripeOutage<Result>(workbench: OpenWorkbench, run: () => Promise<Result>): Promise<Result> {
  await stripeBehaves(workbench, { down: true });
  try {
    return await run();
  } finally {
    await stripeBehaves(workbench, { down: false });
  }
}
