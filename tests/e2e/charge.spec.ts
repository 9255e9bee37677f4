import {
  cardDialog,
  chargeButton,
  chargeRegion,
  expectPaidOnce,
  paymentsOfSale,
  receiptLine,
  tenderLine,
} from './support/charge-screen.ts';
import { dropResponse } from './support/lost-response.ts';
import { insideRegister, textOf } from './support/native-register.ts';
import { typeCard, type CardReader } from './support/stripe/reader.ts';
import { expect, test } from './support/test.ts';

let reader: CardReader;
let sale: string;

test.beforeEach(async ({ workbench, signInAs, connectReader }) => {
  sale = `E2E-${await workbench.nextNumber('sale')}`;
  await signInAs('Cashier');
  reader = await connectReader();
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
  await reader.tap();
  await expect(page).toHaveURL(/\/redeemunlimited\?customerId=.*returnToRedeem=true$/);

  const id = await expectPaidOnce(workbench, sale, 1_250);
  const [payment] = await paymentsOfSale(workbench, sale);
  expect(payment?.customer).toBe(customer);
  const { tenders, receipts } = register.state();
  expect(tenders).toMatchObject([{ saleid: sale, amountCents: 1_250, reference: id }]);
  expect(receipts).toHaveLength(1);
  expect(textOf(receipts[0]!.html)).toContain('12.50');
});

test('in a plain browser the site’s printer prints, once; two presses and a reload in the middle are one charge', async ({
  page,
  workbench,
  devices,
}) => {
  const before = (await devices.receipts()).length;
  await page.goto(`/charge?amount=7&saleid=${sale}`);
  await chargeButton(page).dblclick();
  await reader.asks();
  await expect(cardDialog(page)).toHaveCount(1);
  await page.reload();
  await chargeButton(page).click();
  // the reader may still call the page that was left
  await expect(cardDialog(page)).toContainText('Present, insert or swipe the card');
  await reader.tap();
  await expect(chargeRegion(page)).toContainText('Approved');
  await expect(chargeRegion(page)).toContainText('$7.00');
  expect(await devices.receiptAfter(before)).toContain('7.00');
  await expect(receiptLine(page)).toContainText(/printed/i);
  await expect(tenderLine(page)).toBeHidden();

  await page.reload();
  await expect(chargeRegion(page)).toContainText('Approved');
  await expect(receiptLine(page)).toContainText(/printed/i);
  expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 700);
  expect(await devices.receipts()).toHaveLength(before + 1);
});

test('600 dollars are confirmed, given up, declined and paid without a mouse, by one payment', async ({ page, workbench }) => {
  await page.goto(`/charge?amount=600&saleid=${sale}`);
  await expect(page.getByRole('checkbox', { name: 'I confirm the charge of $600.00' })).toBeFocused();
  await page.keyboard.press('F2');
  await expect(page.getByText('Confirm the amount first.')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(chargeButton(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await reader.asks();
  await page.keyboard.press('Escape');
  await expect(cardDialog(page)).toBeHidden();
  await reader.asksNothing();
  await page.keyboard.press('F2');
  await reader.cancel();
  await expect(cardDialog(page)).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);

  await page.keyboard.press('F2');
  await reader.tap('charge_declined_insufficient_funds');
  await expect(cardDialog(page)).toContainText('The Transaction was declined');
  for (const words of ['insufficient_funds', 'Reason', 'Risk level', 'Seller message']) await expect(cardDialog(page)).toContainText(words);
  expect((await paymentsOfSale(workbench, sale)).filter(({ status }) => status === 'succeeded')).toEqual([]);
  await page.keyboard.press('Enter');
  await reader.tap();
  await expect(chargeRegion(page)).toContainText('Approved');
  await expect(page.getByRole('button', { name: 'Redeem Interface' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/redeemunlimited');
  await expect(page.getByLabel('Plate or tag')).toBeFocused();
  expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 60_000);
});

test('Stripe’s software that does not come and a reader that is away are told; back again it is paid', async ({ page, workbench }) => {
  const scripts = 'https://js.stripe.com/**';
  await page.route(scripts, (route) => route.abort());
  await reader.goOffline();
  await page.goto(`/charge?amount=12.5&saleid=${sale}`);
  await chargeButton(page).click();
  await expect(cardDialog(page)).toContainText('Failed to Find Reader');
  await expect(cardDialog(page)).toContainText('Couldn’t load Stripe’s card reader software');
  await page.unroute(scripts);
  await page.keyboard.press('Enter');
  await expect(cardDialog(page)).toContainText('Error Connecting to Reader - Could not communicate with the Reader.');
  await expect(cardDialog(page).getByRole('button', { name: 'Try Again' })).toBeFocused();
  await reader.goOnline();
  await page.keyboard.press('Enter');
  await reader.asks();
  // an extra Enter cancels nothing
  await page.keyboard.press('Enter');
  await reader.tap();
  await expect(chargeRegion(page)).toContainText('Approved');
  expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 1_250);
});

test('a card is typed where the reader goes away: incomplete, declined, asked for by its bank, paid once; the next sale begins with the reader again', async ({
  page,
  workbench,
}) => {
  const typeInstead = cardDialog(page).getByRole('button', { name: 'Type Card Instead' });
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).click();
  await reader.asks();
  await reader.goOffline();
  await typeInstead.click();
  await expect(page.getByLabel('Card number', { exact: true })).toBeFocused();

  await reader.goOnline();
  await cardDialog(page).getByRole('button', { name: 'Use Card Reader' }).click();
  await reader.asks();
  await reader.goOffline();
  await expect(typeInstead).toBeVisible();
  await page.keyboard.press('F6');
  await typeCard(page, reader.card.number, { cvc: '1' });
  await expect(cardDialog(page)).toContainText('Your card’s security code is incomplete.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await typeCard(page, '4000 0000 0000 0002');
  await expect(cardDialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await typeCard(page, '4000 0027 6000 3184');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(chargeRegion(page)).toContainText('Approved');
  expect(await paymentsOfSale(workbench, sale)).toMatchObject([{ latest_charge: { payment_method_details: { type: 'card' } } }]);
  await expectPaidOnce(workbench, sale, 2_000);

  await reader.goOnline();
  const next = `${sale}-next`;
  await page.goto(`/charge?amount=3&saleid=${next}`);
  await chargeButton(page).click();
  await reader.tap();
  await expect(chargeRegion(page)).toContainText('Approved');
  await expectPaidOnce(workbench, next, 300);
});

test('a reload between the card and its answer shows the charge, prints it and tenders it', async ({ context, page, workbench }) => {
  const register = await insideRegister(context, 'Washcashier1');
  await page.route('**/api/paymentintent/*/capture', dropResponse);
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).click();
  await reader.tap();
  await expect.poll(async () => (await paymentsOfSale(workbench, sale)).map(({ status }) => status)).toEqual(['succeeded']);
  await page.reload();
  await expect(chargeRegion(page)).toContainText('Approved');
  await expect(receiptLine(page)).toContainText(/printed/i);
  await expect.poll(() => register.state().tenders.length).toBe(1);
  expect(register.state().receipts).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 2_000);
});

test('a sale that was charged elsewhere with another amount is shown as charged, also after a reload, and tendered once', async ({
  context,
  page,
  workbench,
}) => {
  const register = await insideRegister(context, 'Washcashier1');
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await expect(chargeButton(page)).toBeVisible();

  const other = await context.newPage();
  await other.goto(`/charge?amount=21&saleid=${sale}`);
  await chargeButton(other).click();
  await reader.tap();
  await expect(chargeRegion(other)).toContainText('Approved');
  await expect(tenderLine(other)).toHaveText('Sale tendered');
  await expect(receiptLine(other)).toHaveText('Receipt printed');
  await other.close();

  await chargeButton(page).click();
  await expect(chargeRegion(page)).toContainText('Already charged');
  await expect(chargeRegion(page)).toContainText('$21.00');
  await expect(chargeRegion(page).getByRole('note')).toContainText(
    /This sale was charged on .+ Nothing was charged here\. The amount was \$20\.00\./,
  );
  await page.reload();
  await expect(chargeRegion(page)).toContainText('Already charged');
  await expect(receiptLine(page)).toHaveText('The result isn’t known.');
  await page.keyboard.press('F10');
  await expect(tenderLine(page)).toHaveText('Sale tendered');

  const { tenders, receipts } = register.state();
  expect(tenders).toMatchObject([{ saleid: sale, amountCents: 2_100, reference: await expectPaidOnce(workbench, sale, 2_100) }]);
  expect(receipts).toHaveLength(1);
});
