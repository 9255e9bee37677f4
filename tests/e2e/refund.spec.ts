import type { Page, Route } from '@playwright/test';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import { expectAccessible } from './support/accessible.ts';
import { nowAtStripe } from './support/known-systems.ts';
import { insideRegister } from './support/native-register.ts';
import { findPaid, paidSale, refundsOf, type PaidSale } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
import { placeReader, stripeBehaves, stripeOf, type CardReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { countCalls } from './support/screen.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;
/** Repeats until the outcome is open take some seconds. */
const patience = { timeout: 20_000 };

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const refundDialog = (page: Page) => dialog(page, 'Refund');
const processed = (page: Page) => page.getByText(/Refund \[re_\w+\] Processed Successfully/);
const refundButton = (page: Page, { dollars }: PaidSale) => page.getByRole('button', { name: `Refund ${dollars}` });

/** The server does it, and nobody hears. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** A receipt is drawn letter by letter. */
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

let sale: PaidSale;
test.beforeEach(async ({ context, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'User'));
  sale = await paidSale(workbench);
});

test('a register’s sale is searched, refunded, printed and tendered without a mouse, and is over', async ({ context, page, workbench }) => {
  const register = await insideRegister(context, 'Washcashier1');
  await page.goto(`/refund?amount=-${sale.dollars.replace('$', '')}&saleid=${sale.saleid}`);
  await expect(page.getByRole('region', { name: 'Sale' })).toContainText(sale.saleid);
  await expect(async () => {
    await page.keyboard.press('F2');
    await expect(refundButton(page, sale)).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expect(refundDialog(page).getByLabel('Refund amount')).toBeFocused();
  await expect(refundDialog(page).getByLabel('Refund amount')).toHaveValue(sale.dollars.replace('$', ''));
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Wash again');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The brush left marks');
  await page.keyboard.press('F2');
  await expect(processed(page)).toBeVisible();
  await expect(page.getByText('Sale tendered')).toBeVisible();
  await expectAccessible(page);

  expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
  const { tenders, receipts } = register.state();
  expect(tenders).toMatchObject([{ saleid: sale.saleid, amountCents: -sale.cents, reference: expect.stringMatching(/^re_/) }]);
  expect(receipts).toHaveLength(1);
  expect(textOf(receipts[0]!.html)).toContain(sale.dollars.replace('$', ''));

  await page.keyboard.press('Enter');
  await expect(page.getByRole('search').getByLabel('Amount')).toBeFocused();
  await expect(page.getByText('Fully Refunded')).toBeVisible();
  await expect(refundButton(page, sale)).toBeHidden();
  await expect(page).toHaveURL('/refund');
  await page.reload();
  await expect(page.getByRole('search')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sale' })).toBeHidden();
});

test('a part goes back and prints at the site; the rest is the most that can follow', async ({ page, workbench, devices }) => {
  const before = (await devices.receipts(site)).length;
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Refund amount').fill('40');
  await refundDialog(page).getByLabel('Note').fill('Part of it');
  await refundDialog(page).getByRole('button', { name: 'Process Refund' }).click();
  await expect(processed(page)).toBeVisible();
  expect(await devices.receiptAfter(site, before)).toContain('40.00');
  await expect(refundDialog(page)).toContainText(/printed/i);
  await refundDialog(page).getByRole('button', { name: 'Close' }).last().click();

  await expect(page.getByText('Partially Refunded')).toBeVisible();
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Refund amount').fill('40');
  await expect(refundDialog(page)).toContainText(/Only \$1\.\d\d of this charge can be refunded/);
  await page.keyboard.press('Escape');
  await expect(refundDialog(page)).toBeHidden();
  expect(await refundsOf(workbench, sale.charge)).toEqual([4_000]);
});

test('two presses are one refund', async ({ page, workbench }) => {
  const calls = countCalls(page, /^\/api\/refund\//);
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Note').fill('Twice');
  await refundDialog(page).getByRole('button', { name: 'Process Refund' }).dblclick();
  await expect(processed(page)).toBeVisible();
  expect(calls()).toBe(1);
  expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
});

test('an answer that nobody hears is still being checked; after a reload the refund is there, once', async ({ page, workbench }) => {
  await page.route('**/api/refund/*', loseAnswer);
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Note').fill('Unheard');
  await page.keyboard.press('F2');
  await expect(page.getByText('Still checking whether the refund was made')).toBeVisible(patience);
  await expectAccessible(page);
  await page.reload();
  await expect(processed(page)).toBeVisible();
  expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
});

test('while Stripe is away nothing is called failed, and it is refunded once when it is back', async ({ page, workbench }) => {
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Note').fill('Stripe is away');
  await stripeBehaves(workbench, { down: true });
  try {
    const refused = page.waitForResponse((response) => response.url().includes('/api/refund/') && response.status() === 503);
    await page.keyboard.press('F2');
    await refused;
    await expect(page.getByText('Failed to Process Refund')).toBeHidden();
  } finally {
    await stripeBehaves(workbench, { down: false });
  }
  await expect(processed(page)).toBeVisible(patience);
  expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
});

test('the site’s agent is away: the money goes back, and the paper is not called printed', async ({ page, workbench }) => {
  await page.goto('/refund');
  await findPaid(page, sale);
  await workbench.part(`agent-${site}`).kill();
  try {
    await refundButton(page, sale).click();
    await refundDialog(page).getByLabel('Note').fill('No paper');
    await page.keyboard.press('F2');
    await expect(processed(page)).toBeVisible();
    await expect(page.getByText('Printing the receipt …')).toBeHidden();
    await expect(refundDialog(page)).not.toContainText(/printed at|receipt printed/i);
    expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
  } finally {
    await workbench.part(`agent-${site}`).start();
  }
});

test('an amount that nobody paid finds nothing', async ({ page }) => {
  await page.goto('/refund');
  await page.getByRole('search').getByLabel('Amount').fill('0.37');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Charges Found')).toBeVisible();
});

test.describe('an open refund', () => {
  let reader: CardReader;
  const openRefund = (page: Page) => dialog(page, 'Open Refund');
  const process = (page: Page) => openRefund(page).getByRole('button', { name: 'Process Refund' });

  test.beforeEach(async ({ context, page, workbench }) => {
    reader = await placeReader(context, workbench, site);
    await page.goto('/refund');
    await findPaid(page, sale);
    await page.keyboard.press('F10');
    await expect(openRefund(page)).toBeVisible();
  });

  /** Everything is filled in and the card is captured. */
  async function fillIn(page: Page): Promise<void> {
    await page.keyboard.press('F6');
    await reader.tap('visa');
    await expect(openRefund(page).getByRole('img', { name: /Visa ending in \d{4}/ })).toBeVisible();
    await openRefund(page).getByLabel('Refund amount').fill(sale.dollars.replace('$', ''));
    await openRefund(page).getByLabel('Note').fill('No receipt');
  }

  async function expectRefundedOnce(workbench: Workbench, since: Date): Promise<void> {
    const { data } = await stripeOf(workbench).refunds.list({ created: { gte: since.getTime() / 1_000 } });
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([[sale.cents, 'succeeded']]);
  }

  test('goes back to the card that the reader read, after one that was declined and one that was put away, without a mouse', async ({
    page,
    workbench,
  }) => {
    const since = nowAtStripe();
    await expect(process(page)).toBeDisabled();
    await page.keyboard.press('F6');
    await reader.cancel();
    await expect(openRefund(page)).toContainText('No card captured yet');
    await page.keyboard.press('F6');
    await reader.tap('charge_declined');
    await expect(dialog(page, 'Card to refund')).toContainText('The Transaction was declined');
    await page.keyboard.press('Enter');
    await reader.tap('visa');
    await expect(openRefund(page).getByRole('img', { name: /Visa ending in \d{4}/ })).toBeVisible();
    await tabTo(page, openRefund(page).getByLabel('Refund amount'));
    await page.keyboard.type(sale.dollars.replace('$', ''));
    await tabTo(page, openRefund(page).getByLabel('Note'));
    await page.keyboard.type('No receipt');
    await expectAccessible(page);
    await page.keyboard.press('F2');
    await expect(processed(page)).toBeVisible();
    await expectRefundedOnce(workbench, since);
    await page.keyboard.press('Enter');
    await expect(openRefund(page)).toBeHidden();
  });

  test('of two presses is one', async ({ page, workbench }) => {
    const since = nowAtStripe();
    const calls = countCalls(page, /^\/api\/refund$/);
    await fillIn(page);
    await process(page).dblclick();
    await expect(processed(page)).toBeVisible();
    expect(calls()).toBe(1);
    await expectRefundedOnce(workbench, since);
  });

  test('whose answer nobody hears is there after a reload, once', async ({ page, workbench }) => {
    const since = nowAtStripe();
    await page.route(/\/api\/refund\?/, loseAnswer);
    await fillIn(page);
    await page.keyboard.press('F2');
    await expect(page.getByText('Still checking whether the refund was made')).toBeVisible(patience);
    await page.reload();
    await expect(processed(page)).toBeVisible();
    await expectRefundedOnce(workbench, since);
  });

  test('waits for a Stripe that is away, is never called failed, and is made once', async ({ page, workbench }) => {
    const since = nowAtStripe();
    await fillIn(page);
    await stripeBehaves(workbench, { down: true });
    try {
      const refused = page.waitForResponse((response) => response.url().includes('/api/refund') && response.status() === 503);
      await page.keyboard.press('F2');
      await refused;
      await expect(page.getByText('Failed to Process Refund')).toBeHidden();
    } finally {
      await stripeBehaves(workbench, { down: false });
    }
    await expect(processed(page)).toBeVisible(patience);
    await expectRefundedOnce(workbench, since);
  });

  test('of more than was ever paid with the card is refused in plain words', async ({ page }) => {
    await page.keyboard.press('F6');
    await reader.tap('visa');
    await expect(openRefund(page).getByRole('img', { name: /Visa/ })).toBeVisible();
    await openRefund(page).getByLabel('Refund amount').fill('900000');
    await openRefund(page).getByLabel('Note').fill('Too much');
    await page.keyboard.press('F2');
    await expect(openRefund(page)).toContainText('Failed to Process Refund');
    await expect(openRefund(page)).toContainText('of earlier charges of this card can be refunded');
    await expect(openRefund(page).getByLabel('Note')).toHaveValue('Too much');
  });

  test('with a reader that is offline is told, and the form stays', async ({ page }) => {
    await openRefund(page).getByLabel('Note').fill('No receipt');
    await reader.goOffline();
    await page.keyboard.press('F6');
    await expect(page.getByText(/Failed to Find Reader|Error Connecting to Reader/)).toBeVisible();
    await reader.goOnline();
    await page.keyboard.press('Escape');
    await expect(openRefund(page).getByLabel('Note')).toHaveValue('No receipt');
  });
});
