import { expect, test } from '../support/test.ts';
import { gateAnswerTimeout, recoveryTimeout, withoutService } from '../support/without-service.ts';

/** Killed services recover one after the other. */
test.afterEach(async ({ workbench, workplace: { site } }) => {
  for (const name of [`gate-${site}`, `agent-${site}`]) await workbench.service(name).start();
});

test('the gate dies: the cashier is told at once, members go on, and all heals by itself', async ({
  page,
  workbench,
  workplace,
  newMember,
  signInAs,
}) => {
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
  await withoutService(page, workbench, workplace, `gate-${workplace.site}`, await newMember());
});

test('a frozen site leaves a Check; the command that comes too late opens nothing, and the gate opens once', async ({
  page,
  workbench,
  workplace: { site, town },
  devices,
  signInAs,
}) => {
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
  const { pulses } = await devices.gate('south');
  await workbench.service(`agent-${site}`).suspend();
  try {
    await page.getByRole('button', { name: `Open Gate · ${town} south` }).click();
    await expect(page.getByRole('button', { name: `Check · ${town} south` })).toBeVisible();
  } finally {
    await workbench.service(`agent-${site}`).resume();
  }
  // Presses until the site is reachable again. A Check with the lease from before the freeze reports that nothing was opened.
  await expect(async () => {
    await page.getByRole('button', { name: `${town} south` }).click();
    await expect(page.getByText(`${town} south is open`)).toBeVisible(gateAnswerTimeout);
  }).toPass(recoveryTimeout);
  expect((await devices.gate('south')).pulses).toBe(pulses + 1);
});
