import { expect } from '@playwright/test';
import { openPool } from '@washdesk/cloud-api/db/pool';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { openManagersRegister } from '../../faults/sign-ups/generated-sign-ups.ts';
import { signedUp } from '../../faults/sign-ups/sign-up-expected.ts';
import { readObservedStates } from '../../faults/sign-ups/sign-up-observed.ts';
import type { NewCustomer } from './new-customer.ts';
import type { OpenWorkbench } from './run-workbench.ts';
import { stripeOf } from './stripe/reader.ts';

/** The time in whole seconds, like Stripe's. */
export const nowAtStripe = (): Date => new Date(Math.floor(Date.now() / 1_000) * 1_000);

/** Expects one of each in all systems: customer, plan, payment, receipt, agreement, note, message, groups, and both Sitewatches. */
export async function expectSignedUpOnce(workbench: OpenWorkbench, who: NewCustomer, since: Date): Promise<void> {
  const { plate, email, phone, plan } = who;
  const pool = openPool(workbench.databaseUrl(), () => undefined);
  try {
    const asked = { workbench, pool, stripe: stripeOf(workbench), since, register: await openManagersRegister(workbench) };
    await expect(async () => {
      const [truth] = await readObservedStates(asked, [{ customer: null, plate, email, phone }]);
      expect(truth).toMatchObject(signedUp({ ...who, plan: plan.id, theCard: null }, truth!));
    }).toPass({ timeout: scaledTimeout(60_000) });
  } finally {
    await pool.stop();
  }
}
