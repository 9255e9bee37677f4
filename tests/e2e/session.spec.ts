import type { BrowserContext } from '@playwright/test';
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

/** Rejects every search with the current access token, as if expired; with another token it succeeds. */
async function refuseTokenOfFirstCall(context: BrowserContext): Promise<void> {
  let stale: string | undefined;
  await context.route(search, async (route) => {
    const { authorization } = route.request().headers();
    stale ??= authorization;
    await (authorization === stale ? route.fulfill({ status: 401, json: expired }) : route.continue());
  });
}
