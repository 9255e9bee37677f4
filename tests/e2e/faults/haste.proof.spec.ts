import type { Page } from '@playwright/test';
import { pressScan } from '../support/scan.ts';
import { expect, test } from '../support/test.ts';

interface Way {
  name: string;
  from: string;
  go: (page: Page) => Promise<void>;
}

const byKey = (key: string) => (page: Page) => page.keyboard.press(key);
const byLink = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).click();

/** The ways from screen to screen at a register, each to a screen that loads. */
const ways: readonly Way[] = [
  { name: 'F10 from a search without a hit', from: '/search?searchString=NOBODY1-IL', go: byKey('F10') },
  { name: 'F1', from: '/search', go: byKey('F1') },
  { name: 'F3', from: '/redeemunlimited', go: byKey('F3') },
  { name: 'the link to the customer search', from: '/redeemunlimited', go: byLink('Customer Lookup') },
  { name: 'the link to the redeem screen', from: '/search', go: byLink('Redeem Interface') },
  { name: 'back', from: '/customers/new', go: async (page) => void (await page.goBack()) },
];

/** An unknown tag. */
const scan = '$R99887123456';

const hands: readonly { what: string; act: (page: Page) => Promise<void> }[] = [
  { what: 'a scan', act: (page) => pressScan(page, scan) },
  { what: 'a typed plate', act: (page) => page.keyboard.type('zzq9') },
];

interface Haste extends Way {
  act: (page: Page) => Promise<void>;
  hasty: boolean;
}

/** Opens the first screen, takes the way and acts. @returns where that led, and what the fields contain */
async function actedOn(page: Page, { from, go, act, hasty }: Haste): Promise<unknown> {
  await page.goto('/search');
  await page.goto(from);
  await page.waitForLoadState('networkidle');
  await page.route('**/{api,assets}/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  await go(page);
  if (!hasty) await rest(page);
  await act(page);
  await rest(page);
  await page.unrouteAll({ behavior: 'wait' });
  const fields = await page
    .locator('main input:visible')
    .evaluateAll((all) => all.map((field) => (field as { value?: string }).value ?? ''));
  return { path: new URL(page.url()).pathname, fields, focusOnBody: await page.evaluate('document.activeElement === document.body') };
}

async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
}

for (const way of ways) {
  for (const { what, act } of hands) {
    test(`${what} right after ${way.name} does what it does later`, async ({ page, signInAs }) => {
      await signInAs('Cashier');
      const later = await actedOn(page, { ...way, act, hasty: false });
      await page.evaluate('sessionStorage.removeItem("washdesk.persisted.sign-up-form")');
      const atOnce = await actedOn(page, { ...way, act, hasty: true });
      expect(atOnce).toEqual(later);
      expect(atOnce).toMatchObject({ focusOnBody: false });
    });
  }
}
