import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { enrol } from './support/register.ts';
import { expect, test } from './support/test.ts';

/** Bytes of compressed script until the user can sign in. */
const most = 300 * 1024;

/** Opens /login with an empty cache, and adds up the gzip sizes of all scripts that were loaded until it was usable. */
async function weighLogin(page: Page, usable: () => Promise<void>): Promise<Record<string, number>> {
  const scripts: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const name = new URL(response.url()).pathname;
    scripts.push(response.body().then((body) => [name, gzipSync(body, { level: 6 }).length]));
  });
  // The dark theme is one script more.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await usable();
  return Object.fromEntries(await Promise.all(scripts));
}

const sum = (weights: Record<string, number>): number => Object.values(weights).reduce((total, bytes) => total + bytes, 0);

test('the first load at /login is small in an office; scripts come compressed, and once', async ({ page, request }) => {
  const weights = await weighLogin(page, async () => {
    await page.getByRole('textbox', { name: 'Username' }).fill('alex');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });
  expect(Object.keys(weights)).toContainEqual(expect.stringContaining('/dark-'));
  expect(sum(weights), JSON.stringify(weights)).toBeLessThanOrEqual(most);

  const [script] = Object.entries(weights).toSorted(([, one], [, other]) => other - one)[0]!;
  const { 'content-encoding': encoding, 'cache-control': kept } = (
    await request.get(script, { headers: { 'accept-encoding': 'gzip' } })
  ).headers();
  expect([encoding, kept]).toEqual(['gzip', 'public, max-age=31536000, immutable']);
});

test('it is small on a register, keypad and all', async ({ context, page, workbench, workplace }) => {
  await enrol(context, workbench, workplace);
  const weights = await weighLogin(page, async () => {
    await expect(page.getByLabel('Employee number')).toBeFocused();
  });
  expect(sum(weights), JSON.stringify(weights)).toBeLessThanOrEqual(most);
});

test('what is typed before any script of the app has come lands in the first screen, in a browser that never had the app', async ({
  page,
  signInAs,
}) => {
  await signInAs('Cashier');
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/search', { waitUntil: 'commit' });
  await page.locator('#root').waitFor({ state: 'attached' });
  await page.keyboard.type('QZX');
  scripts.resolve();
  await expect(page.getByLabel('Plate, tag, name, phone, email or last 4')).toHaveValue('QZX');
});
