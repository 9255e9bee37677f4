import type { BrowserContext } from '@playwright/test';
import { personWith } from './support/people.ts';
import { staff } from './support/register.ts';
import { enterNameAndPassword } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a missing role is told, with a way back', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await page.goto('/admin/flags');
  await expect(page.getByRole('alert')).toContainText('You do not have the proper permissions to access this resource');
  await page.getByRole('link', { name: 'go back' }).click();
  await expect(page.getByRole('heading', { name: 'Customer search' })).toBeVisible();
});

test('another person may take over, and goes where the first could not', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await page.goto('/admin/flags');
  await enterNameAndPassword(page, personWith(workbench.company, 'Admin'));
  await expect(page.getByRole('heading', { name: 'Feature flags' })).toBeVisible();
});

test('logging out ends it in every tab', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'User'));
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: personWith(workbench.company, 'User').name })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/search');
  await expect(other.getByRole('heading', { name: 'Customer search' })).toBeVisible();
  await page.getByRole('link', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('two tabs that both need a fresh token refresh it once', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
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
});

test('one that ended elsewhere leads to the sign-in, and back to the same place', async ({ context, page, workbench }) => {
  const cashier = personWith(workbench.company, 'Cashier');
  await staff(context, workbench, cashier);
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: 'Customer search' })).toBeVisible();
  await context.clearCookies({ name: /refresh/i });
  await page.route(search, (route) => route.fulfill({ status: 401, json: expired }));
  await page.getByLabel('Plate, tag, name').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('tab', { name: 'Cashier Login' }).click();
  await page.keyboard.type(String(cashier.employeeNumber));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/search?searchString=nobody');
});

const search = '**/api/customer/search/**';

/** As if the access token that is in use now had run out: every search under it is refused, under another it goes through. */
async function refuseTokenOfFirstCall(context: BrowserContext): Promise<void> {
  let stale: string | undefined;
  await context.route(search, async (route) => {
    const { authorization } = route.request().headers();
    stale ??= authorization;
    await (authorization === stale ? route.fulfill({ status: 401, json: expired }) : route.continue());
  });
}

const expired = { code: 'token_expired', message: 'Please sign in again', requestId: 'of a test' };
