import type { Workbench } from '@washdesk/deploy/local/workbench';
import { queryCloud } from './support/cloud-database.ts';
import { expectSignedUpOnce, nowAtStripe } from './support/sign-up-check.ts';
import { withholdResponse } from './support/lost-response.ts';
import { fillSignUp, newCustomer, signedUp, signUpButton, stepOf, type NewCustomer } from './support/new-customer.ts';
import { personWith } from './support/people.ts';
import { placeReader, stripeBehaves } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;
/** Three operations at Stripe, one after the other, each repeated for some seconds while its outcome is open. */
const signingUp = { timeout: 30_000 };
test.describe.configure({ timeout: 90_000 });

let who: NewCustomer;

/** All is filled in and the card is taken. */
test.beforeEach(async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  const reader = await placeReader(context, workbench, site);
  who = newCustomer();
  await page.goto('/customers/new');
  await fillSignUp(page, who);
  await page.keyboard.press('F6');
  await reader.tap('visa');
  await expect(signUpButton(page)).toBeEnabled();
});

test.afterEach(async ({ workbench, devices }) => {
  await stripeBehaves(workbench, { down: false });
  await devices.tabletSleeps(site, false);
  for (const service of workbench.services) await service.start();
});

test('Sitewatch and the tablet are away: the messages stand for a moment, the sign-up does not, and all heals by itself', async ({
  page,
  workbench,
  devices,
}) => {
  const since = nowAtStripe();
  await workbench.service(`sitewatch-${site}`).kill();
  await devices.tabletSleeps(site, true);
  await forgetPolls(workbench);
  await page.keyboard.press('F2');
  await expect(stepOf(page, 'Update Sitewatch')).toContainText('Error Updating Customer in Sitewatch');
  await expect(stepOf(page, 'Update Sitewatch')).toContainText('Error Activating Plan in Sitewatch');
  await expect(signedUp(page)).toBeVisible(signingUp);
  await expect(stepOf(page, 'Update Sitewatch')).toContainText('It will be done by itself.');
  await expect(stepOf(page, 'Ask for the signature')).toContainText('The tablet shows it as soon as it is back.');
  await workbench.service(`sitewatch-${site}`).start();
  await devices.tabletSleeps(site, false);
  await expectSignedUpOnce(workbench, who, since);
  await devices.signatureAsked(site, who.plate);
});

test('Stripe goes away before the plan starts: still checking, never failed, and it happens once', async ({ page, workbench }) => {
  const since = nowAtStripe();
  await page.route(
    '**/api/subscription',
    async (route) => {
      await stripeBehaves(workbench, { down: true });
      await route.continue();
    },
    { times: 1 },
  );
  await page.keyboard.press('F2');
  const checking = page.getByRole('alert', { name: 'Still checking' });
  await expect(checking).toBeVisible(signingUp);
  await expect(page.getByText(/failed/i)).toBeHidden();
  await stripeBehaves(workbench, { down: false });
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible(signingUp);
  await expectSignedUpOnce(workbench, who, since);
});

test('a reload at each step goes on where it stood, and nothing happens twice', async ({ page, workbench }) => {
  const since = nowAtStripe();
  const reloads: string[] = [];
  for (const path of ['customer', 'paymentmethods/attach', 'subscription', 'firebird/customer']) {
    await page.route(
      `**/api/${path}`,
      async (route) => {
        await route.fetch();
        reloads.push(path);
        await page.reload();
      },
      { times: 1 },
    );
  }
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible(signingUp);
  expect(reloads).toEqual(['customer', 'paymentmethods/attach', 'subscription', 'firebird/customer']);
  await expectSignedUpOnce(workbench, who, since);
});

test('a tab that leaves in the middle finds its sign-up again', async ({ page, workbench }) => {
  const since = nowAtStripe();
  await page.route('**/api/subscription', withholdResponse, { times: 1 });
  await page.keyboard.press('F2');
  await expect(stepOf(page, 'Start the plan')).toContainText('Running');
  await page.getByRole('link', { name: 'Search Again' }).click();
  await expect(page.getByRole('heading', { name: 'Customer search' })).toBeVisible();
  await page.goto('/customers/new');
  await expect(signedUp(page)).toBeVisible(signingUp);
  await expectSignedUpOnce(workbench, who, since);
});

/** As if no tablet had asked for longer than a tablet that is there would. */
async function forgetPolls(workbench: Workbench): Promise<void> {
  await queryCloud(workbench, "update device set polled = polled - interval '1 minute' where kind = 'tablet'");
}
