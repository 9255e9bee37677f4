import type { BrowserContext } from '@playwright/test';
import { personWith } from './support/people.ts';
import { enterNameAndPassword } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const search = '**/api/customer/search/**';
const expired = { code: 'token_expired', message: 'Please sign in again', requestId: 'of a test' };

test('a screen that needs another role says so, and opens for another person who takes over', async ({ page, workbench, signInAs }) => {
  await signInAs('Cashier');
  await page.goto('/admin/flags');
  await expect(page.getByRole('alert')).toContainText('You do not have the proper permissions to access this resource');
  await expect(page.getByRole('link', { name: 'go back' })).toBeVisible();
  await enterNameAndPassword(page, personWith(workbench.company, 'Admin'));
  await expect(page.getByRole('heading', { name: 'Feature flags' })).toBeVisible();
});

test('two tabs that both need a fresh token refresh it once, and logging out in one ends the session in both', async ({
  context,
  page,
  signInAs,
}) => {
  await signInAs('User');
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/search');
    await expect(tab.getByRole('heading', { name: 'Customer search' })).toBeVisible();
  }
  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refreshtoken')) refreshes.push(request.url());
  });
  await refuseTokenOfFirstCall(context);
  for (const tab of [page, other]) await tab.getByLabel('Plate, tag, name').fill('nobody at all');
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Search' }).click()));
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Customer Not Found' })).toBeVisible();
  expect(refreshes).toHaveLength(1);

  await page.getByRole('link', { name: 'Log Out' }).click();
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.goto('/search');
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('one that ended elsewhere leads to the sign-in, and back to the same place', async ({ context, page, signInAs }) => {
  const cashier = await signInAs('Cashier');
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: 'Customer search' })).toBeVisible();
  await context.clearCookies({ name: /refresh/i });
  await page.route(search, (route) => route.fulfill({ status: 401, json: expired }));
  await page.getByLabel('Plate, tag, name').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await expect(page.getByLabel('Employee number')).toBeFocused();
  await page.keyboard.type(String(cashier.employeeNumber));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/search?searchString=nobody');
});

/** Refuses every search under the access token that is in use now, as if it had expired; under another it goes through. */
async function refuseTokenOfFirstCall(context: BrowserContext): Promise<void> {
  let stale: string | undefined;
  await context.route(search, async (route) => {
    const { authorization } = route.request().headers();
    stale ??= authorization;
    await (authorization === stale ? route.fulfill({ status: 401, json: expired }) : route.continue());
  });
}
