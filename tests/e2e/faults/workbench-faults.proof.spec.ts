import { lookUp, resultOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import { usagesInCloud } from '../support/usages.ts';
import { withoutService } from '../support/without-service.ts';

/** Kills services that all sites use. */
test.use({ alone: true });

test.afterEach(async ({ workbench }) => {
  for (const name of ['broker', 'cloud-api']) await workbench.service(name).start();
});

test('the broker dies: the cashier sees it immediately, members are still redeemed, and everything recovers without help', async ({
  page,
  workbench,
  workplace,
  newMember,
  signInAs,
}) => {
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
  await withoutService(page, workbench, workplace, 'broker', await newMember());
});

test('the cloud dies in the middle of a redeem: the screen says Offline, asks again under the same key once it is back, and the usage is recorded once', async ({
  page,
  workbench,
  newMember,
  signInAs,
}) => {
  const { plate } = await newMember();
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
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
  await expect(resultOf(page)).toContainText('Offline');
  await workbench.service('cloud-api').start();
  await expect(resultOf(page)).toContainText('Usage recorded');
  // Reads the cloud's own table: its jobs for Sitewatch wait until the claim of the killed process expires.
  expect(await usagesInCloud(workbench, plate)).toBe(1);
});
