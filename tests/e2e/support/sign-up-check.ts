import { openPool } from '@washdesk/cloud-api/db/pool';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import { signedUp } from '@washdesk/tests/faults/sign-up-expected';
import { openManagersRegister } from '@washdesk/tests/faults/generated-sign-ups';
import { readTruths, type Truth } from '@washdesk/tests/faults/sign-up-truth';
import { expect } from '@playwright/test';
import type { NewCustomer } from './new-customer.ts';
import { stripeOf } from './reader.ts';

/** As Stripe writes times: whole seconds. */
export const nowAtStripe = (): Date => new Date(Math.floor(Date.now() / 1_000) * 1_000);

/** What every system holds of somebody since a moment, as each of them tells it. */
async function truthOf(workbench: Workbench, { plate, email, phone }: NewCustomer, since: Date): Promise<Truth> {
  const pool = openPool(workbench.databaseUrl(), () => undefined);
  try {
    const asked = { workbench, pool, stripe: stripeOf(workbench), since, register: await openManagersRegister(workbench) };
    const [truth] = await readTruths(asked, [{ customer: null, plate, email, phone }]);
    return truth!;
  } finally {
    await pool.stop();
  }
}

/** One of each, everywhere: customer, plan, payment, receipt, agreement, note, message, groups, and both Sitewatches. */
export async function expectSignedUpOnce(workbench: Workbench, who: NewCustomer, since: Date): Promise<Truth> {
  let truth = await truthOf(workbench, who, since);
  await expect(async () => {
    truth = await truthOf(workbench, who, since);
    expect(truth).toMatchObject(signedUp({ ...who, plan: who.plan.id, theCard: null }, truth));
  }).toPass({ timeout: 20_000 });
  return truth;
}
