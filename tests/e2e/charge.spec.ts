import { expectAccessible } from './support/accessible.ts';
import {
  cardDialog,
  charged,
  chargeButton,
  expectPaidOnce,
  nextSale,
  paymentsOfSale,
  receiptLine,
  tenderLine,
} from './support/charge-screen.ts';
import { insideRegister, textOf } from './support/native-register.ts';
import { personWith } from './support/people.ts';
import { placeCardForm, placeReader, typeCard, type CardReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;

test.describe('at a register with a reader', () => {
  let reader: CardReader;
  let sale: string;

  test.beforeEach(async ({ context, workbench }) => {
    sale = nextSale();
    await staff(context, workbench, personWith(workbench.company, 'Cashier'));
    reader = await placeReader(context, workbench, site);
  });

  test('a sale is paid, printed and tendered, and the lane comes back', async ({ context, page, workbench }) => {
    const register = await insideRegister(context, 'Washcashier1');
    const { customer, code } = workbench.company.edgeCases.ordinary;
    await page.goto(`/?amount=12.5&saleid=${sale}&customerId=${customer}&returnToRedeem=true`);
    const region = page.getByRole('region', { name: 'Sale' });
    for (const words of ['$12.50', sale, 'Washcashier1']) await expect(region).toContainText(words);
    await expect(region.getByRole('img', { name: `Plate ${code}` })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Return to Redeem' })).toBeChecked();

    await chargeButton(page).click();
    await reader.asks();
    expect(await reader.amount()).toBe('$12.50');
    await reader.tap('visa');
    await expect(page).toHaveURL(/\/redeemunlimited\?customerId=.*returnToRedeem=true$/);

    const id = await expectPaidOnce(workbench, sale, 1_250);
    const [payment] = await paymentsOfSale(workbench, sale);
    expect(payment?.customer).toBe(customer);
    const { tenders, receipts } = register.state();
    expect(tenders).toMatchObject([{ saleid: sale, amountCents: 1_250, reference: id }]);
    expect(receipts).toHaveLength(1);
    expect(textOf(receipts[0]!.html)).toContain('12.50');
  });

  test('in a plain browser the site’s printer prints, once', async ({ page, workbench, devices }) => {
    const before = (await devices.receipts(site)).length;
    await page.goto(`/charge?amount=7&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.tap('mastercard');
    await expect(charged(page)).toContainText('Approved');
    await expect(charged(page)).toContainText('$7.00');
    expect(await devices.receiptAfter(site, before)).toContain('7.00');
    await expect(receiptLine(page)).toContainText(/printed/i);
    await expect(tenderLine(page)).toBeHidden();
    await expectAccessible(page);

    await page.reload();
    await expect(charged(page)).toContainText('Approved');
    await expect(receiptLine(page)).toContainText(/printed/i);
    await expectPaidOnce(workbench, sale, 700);
    expect(await devices.receipts(site)).toHaveLength(before + 1);
  });

  test('a declined card says why, and another one pays the same sale', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await expect(chargeButton(page)).toBeVisible();
    await expectAccessible(page);
    await chargeButton(page).click();
    await reader.tap('charge_declined_insufficient_funds');
    await expect(cardDialog(page)).toContainText('The Transaction was declined');
    await expect(cardDialog(page)).toContainText('insufficient_funds');
    await expectAccessible(page);
    expect((await paymentsOfSale(workbench, sale)).filter(({ status }) => status === 'succeeded')).toEqual([]);
    await page.keyboard.press('Enter');
    await reader.tap('visa');
    await expect(charged(page)).toContainText('Approved');
    expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('a customer who cancels, and a cashier who does, leave nothing behind but the button', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.cancel();
    await expect(cardDialog(page)).toBeHidden();
    await chargeButton(page).click();
    await reader.asks();
    await page.keyboard.press('Escape');
    await expect(cardDialog(page)).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect(charged(page)).toContainText('Approved');
    expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('500 dollars and more are confirmed first', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=500&saleid=${sale}`);
    await expect(page.getByRole('checkbox', { name: 'I confirm that $500.00 is to be charged' })).toBeFocused();
    await chargeButton(page).click();
    await expect(page.getByText('Please confirm the amount first.')).toBeVisible();
    await expect(cardDialog(page)).toBeHidden();
    await page.keyboard.press('Space');
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect(charged(page)).toContainText('$500.00');
    await expectPaidOnce(workbench, sale, 50_000);
  });

  test('hands need no mouse', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=600&saleid=${sale}`);
    await expect(page.getByRole('checkbox', { name: /I confirm/ })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(chargeButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await reader.asks();
    await page.keyboard.press('Escape');
    await expect(cardDialog(page)).toBeHidden();
    await page.keyboard.press('F2');
    await reader.tap('visa');
    await expect(charged(page)).toContainText('Approved');
    await expect(page.getByRole('button', { name: 'Redeem Interface' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/redeemunlimited');
    await expect(page.getByLabel('Plate or tag')).toBeFocused();
    await expectPaidOnce(workbench, sale, 60_000);
  });
});

test('without a reader the card is typed in', async ({ context, page, workbench }) => {
  const sale = nextSale();
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await placeCardForm(context, workbench);
  await page.goto(`/charge?amount=9.99&saleid=${sale}`);
  await chargeButton(page).click();
  await typeCard(page, '4000 0000 0000 0002');
  await expect(cardDialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await typeCard(page);
  await expect(charged(page)).toContainText('Approved');
  expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 999);
});

test('without an amount to charge the screen says so, with a way back', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  for (const [query, words] of [
    ['', 'There is no sale here.'],
    ['?amount=12.505&saleid=7', 'Required Data is Missing: amount not found.'],
    ['?amount=0&saleid=7', 'This sale comes to $0.00'],
  ] as const) {
    await page.goto(`/charge${query}`);
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to customer search' })).toBeVisible();
  }
  await page.goto('/charge?amount=-3&saleid=7');
  await page.getByRole('link', { name: 'Go to the refund' }).click();
  await expect(page).toHaveURL('/refund?amount=-3&saleid=7');
});
