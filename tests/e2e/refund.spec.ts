import { expectAccessible } from './support/accessible.ts';
import { dropResponse } from './support/lost-response.ts';
import { insideRegister, textOf } from './support/native-register.ts';
import { findPaid, paidSale, refundsOf, type PaidSale } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
import {
  patience,
  processed,
  refundButton,
  refundDialog,
  refundDuringStripeOutage,
  stillChecking,
  typed,
} from './support/refund-screen.ts';
import { joliet, staff } from './support/register.ts';
import { countCalls } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;

let sale: PaidSale;
test.beforeEach(async ({ context, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'User'));
  sale = await paidSale(workbench);
});

test('a register’s sale is searched, refunded, printed and tendered without a mouse, and is over', async ({ context, page, workbench }) => {
  const register = await insideRegister(context, 'Washcashier1');
  await page.goto(`/refund?amount=-${typed(sale)}&saleid=${sale.saleid}`);
  await expect(page.getByRole('region', { name: 'Sale' })).toContainText(sale.saleid);
  await expect(async () => {
    await page.keyboard.press('F2');
    await expect(refundButton(page, sale)).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expect(refundDialog(page).getByLabel('Refund amount')).toBeFocused();
  await expect(refundDialog(page).getByLabel('Refund amount')).toHaveValue(typed(sale));
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
  expect(textOf(receipts[0]!.html)).toContain(typed(sale));

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
  await page.route('**/api/refund/*', dropResponse);
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Note').fill('Unheard');
  await page.keyboard.press('F2');
  await expect(stillChecking(page)).toBeVisible(patience);
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
  await refundDuringStripeOutage(page, workbench);
  await expect(processed(page)).toBeVisible(patience);
  expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
});

test('the site’s agent is away: the money goes back, and the paper is not called printed', async ({ page, workbench }) => {
  await page.goto('/refund');
  await findPaid(page, sale);
  await workbench.service(`agent-${site}`).kill();
  try {
    await refundButton(page, sale).click();
    await refundDialog(page).getByLabel('Note').fill('No paper');
    await page.keyboard.press('F2');
    await expect(processed(page)).toBeVisible();
    await expect(page.getByText('Printing the receipt …')).toBeHidden();
    await expect(refundDialog(page)).not.toContainText(/printed at|receipt printed/i);
    expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
  } finally {
    await workbench.service(`agent-${site}`).start();
  }
});

test('an amount that nobody paid finds nothing', async ({ page }) => {
  await page.goto('/refund');
  await page.getByRole('search').getByLabel('Amount').fill('0.37');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Charges Found')).toBeVisible();
});
