import type { Workbench } from '@washdesk/deploy/local/workbench';
import { stripeBehaves } from './reader.ts';

/** Stripe does not answer for as long as `act` takes. */
export async function whileStripeIsAway<Result>(workbench: Workbench, act: () => Promise<Result>): Promise<Result> {
  await stripeBehaves(workbench, { down: true });
  try {
    return await act();
  } finally {
    await stripeBehaves(workbench, { down: false });
  }
}
