import type { Page } from '@playwright/test';
import { personWith } from './support/people.ts';
import { joliet, staff } from './support/register.ts';
import { lookUp, resultOf } from './support/screen.ts';
import { usageIdsOf, usagesInCloud } from './support/usages.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;
/** After this long a press on a gate has had its answer (design section 4, "Gates"). */
const oneTry = { timeout: 5_500 };
/** A service that is back is found again by whoever needs it, without anyone's help. */
const healing = { timeout: 20_000 };

const openGate = (page: Page) => page.getByRole('button', { name: 'Open Gate · Joliet north' });
const gate = (page: Page) => page.getByRole('group', { name: 'Joliet north' });

test.beforeEach(async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await page.goto('/redeemunlimited');
  await expect(openGate(page)).toBeVisible();
});

test.afterEach(async ({ workbench }) => {
  workbench.service('agent-12').resume();
  for (const service of workbench.services) await service.start();
});

for (const service of ['agent-12', 'broker', 'gate-12']) {
  test(`${service} dies: the cashier is told at once, members go on, and all heals by itself`, async ({ page, workbench, newMember }) => {
    const member = newMember();
    await workbench.service(service).kill();
    await openGate(page).click();
    await expect(gate(page).getByRole('status')).toContainText(/not opened|not known/);
    await lookUp(page, member.plate);
    await expect(resultOf(page)).toContainText('Usage recorded');

    await workbench.service(service).start();
    await opensAgain(page);
    await expect.poll(() => usageIdsOf(workbench, site, member.plate), healing).toHaveLength(1);
  });
}

test('Sitewatch dies: a redeem does not wait for it, a search says what could not be asked, and the usage arrives once', async ({
  page,
  workbench,
  newMember,
}) => {
  const member = newMember();
  await workbench.service(`sitewatch-${site}`).kill();
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await page.goto(`/search?searchString=${workbench.company.edgeCases.sharedPlateLive.code}`);
  await expect(page.getByRole('region', { name: 'Customers found' })).toBeVisible();
  await expect(page.getByText('Sitewatch could not be asked for club plans outside Stripe')).toBeVisible();

  await workbench.service(`sitewatch-${site}`).start();
  await expect.poll(() => usageIdsOf(workbench, site, member.plate), healing).toHaveLength(1);
});

test('a frozen site leaves a Check; the command that comes too late opens nothing, and Check opens once', async ({
  page,
  workbench,
  devices,
}) => {
  const { pulses } = await devices.gate(site, 'south');
  workbench.service('agent-12').suspend();
  await page.getByRole('button', { name: 'Open Gate · Joliet south' }).click();
  await expect(page.getByRole('button', { name: 'Check · Joliet south' })).toBeVisible();
  workbench.service('agent-12').resume();
  await page.getByRole('button', { name: 'Check · Joliet south' }).click();
  await expect(page.getByText('Joliet south is open')).toBeVisible();
  expect((await devices.gate(site, 'south')).pulses).toBe(pulses + 1);
});

test('the cloud dies in the middle of a redeem: Check asks under the same key, and the usage is recorded once', async ({
  page,
  workbench,
  newMember,
}) => {
  const { plate } = newMember();
  await page.route(
    `**/api/dxt/${plate}**`,
    async (route) => {
      await route.fetch();
      await workbench.service('cloud-api').kill();
      await route.abort();
    },
    { times: 1 },
  );
  await lookUp(page, plate);
  await expect(resultOf(page)).toContainText('Still checking');
  await workbench.service('cloud-api').start();
  await page.getByRole('button', { name: `Check ${plate}` }).click();
  await expect(resultOf(page)).toContainText('Usage recorded');
  // The cloud's own table: what it owes Sitewatch waits until the claim of the dead process has run out.
  expect(await usagesInCloud(workbench, plate)).toBe(1);
});

test('a screen that breaks says so, reports it, and comes back after 5 seconds', async ({ page, workbench }) => {
  const reported = page.waitForRequest('**/api/status/error');
  const code = '**/assets/customer-screen*.js';
  await page.route(code, (route) => route.abort());
  await page.goto(`/customers/${workbench.company.edgeCases.ordinary.customer}`);
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await page.unroute(code);
  expect((await (await reported).response())?.ok()).toBe(true);
  await expect(page.getByText('Contact')).toBeVisible();
});

test('a system message takes the app’s place until it is lifted', async ({ page }) => {
  const message = 'Cards cannot be charged at the moment.';
  await page.route('**/api/communication/systemmessage**', (route) => route.fulfill({ json: { message } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Stripe is currently having issues' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(message);
  await page.unrouteAll();
  await page.reload();
  await expect(openGate(page)).toBeVisible();
});

/** Presses until the gate's own rest between two openings is over and the site can be reached again. */
async function opensAgain(page: Page): Promise<void> {
  await expect(async () => {
    await gate(page).getByRole('button', { name: 'Joliet north' }).click();
    await expect(gate(page).getByRole('status')).toContainText('Joliet north is open', oneTry);
  }).toPass(healing);
}
