import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const search = '**/api/customer/search/**';
const expired = { code: 'token_expired', message: 'Sign in again', requestId: 'of a test' };

test('two tabs that both need a fresh token refresh it once, and logging out in one ends the session in both', async ({
  context,
  page,
  signInAs,
}) => {
  await signInAs('User');
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/search');
    await expect(tab.getByRole('heading', { name: 'Customer Lookup' })).toBeVisible();
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

test('a copied tab begins without the keys of the first, which keeps them over a reload', async ({ page, signInAs }) => {
  await signInAs('User');
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: 'Customer Lookup' })).toBeVisible();
  const key = 'washdesk.pending-requests.officecharge';
  await page.evaluate((name) => sessionStorage.setItem(name, '{}'), key);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Customer Lookup' })).toBeVisible();

  // a window that a page opens gets a copy of the storage, as "Duplicate tab" makes one
  const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('/search')`)]);
  await expect(copy.getByRole('heading', { name: 'Customer Lookup' })).toBeVisible();
  const keptIn = (tab: Page) => tab.evaluate((name) => sessionStorage.getItem(name), key);
  expect([await keptIn(copy), await keptIn(page)]).toEqual([null, '{}']);
});

/** Rejects every search with the current access token, as if expired; with another token it succeeds. */
async function refuseTokenOfFirstCall(context: BrowserContext): Promise<void> {
  let stale: string | undefined;
  await context.route(search, async (route) => {
    const { authorization } = route.request().headers();
    stale ??= authorization;
    await (authorization === stale ? route.fulfill({ status: 401, json: expired }) : route.continue());
  });
}
