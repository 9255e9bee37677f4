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
import { dropResponse } from './support/lost-response.ts';
import { insideRegister } from './support/native-register.ts';
import { personWith } from './support/people.ts';
import { placeReader, type CardReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { duringStripeOutage } from './support/stripe-outage.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;
/** An answer that is lost is asked for some seconds long before the person hears of it. */
const patience = { timeout: 20_000 };

let reader: CardReader;
let sale: string;

test.beforeEach(async ({ context, workbench }) => {
  sale = nextSale();
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  reader = await placeReader(context, workbench, site);
});

test('a reader that is offline is told, and the sale is paid when it is back', async ({ page, workbench }) => {
  await reader.goOffline();
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).click();
  await expect(cardDialog(page)).toContainText(/Failed to Find Reader|Error Connecting to Reader/);
  await reader.goOnline();
  await cardDialog(page).getByRole('button', { name: 'Try Again' }).click();
  await reader.tap('visa');
  await expect(charged(page)).toContainText('Approved');
  await expectPaidOnce(workbench, sale, 2_000);
});

test('while Stripe is away nothing is charged and the screen says so; the sale is paid once when it is back', async ({
  page,
  workbench,
}) => {
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await duringStripeOutage(workbench, async () => {
    await chargeButton(page).click();
    await expect(cardDialog(page).getByRole('alert')).toBeVisible();
    await expect(charged(page)).toBeHidden();
  });
  await cardDialog(page).getByRole('button', { name: 'Try Again' }).click();
  await reader.tap('visa');
  await expect(charged(page)).toContainText('Approved');
  await expectPaidOnce(workbench, sale, 2_000);
});

test('a Stripe that goes away before the money is taken is asked again, and takes it once', async ({ page, workbench }) => {
  await page.route(
    '**/api/paymentintent/*/capture',
    async (route) => {
      const response = await duringStripeOutage(workbench, () => route.fetch());
      expect(response.status()).toBe(503);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).click();
  await reader.tap('visa');
  await expect(charged(page)).toContainText('Approved', patience);
  await expectPaidOnce(workbench, sale, 2_000);
});

test('while no answer comes it is still checking, never failed; Check tells that the money is there', async ({ page, workbench }) => {
  await page.route('**/api/paymentintent/*/capture', dropResponse);
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).click();
  await reader.tap('visa');
  await expect(cardDialog(page)).toContainText('Still checking', patience);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(charged(page)).toContainText('Approved');
  await expectPaidOnce(workbench, sale, 2_000);
});

test('two presses and a reload in the middle are one charge', async ({ page, workbench }) => {
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).dblclick();
  await reader.asks();
  await expect(cardDialog(page)).toHaveCount(1);
  await page.reload();
  await chargeButton(page).click();
  // the reader may still ask for the page that is gone
  await expect(cardDialog(page)).toContainText('Present, insert or swipe the card');
  await reader.tap('visa');
  await expect(charged(page)).toContainText('Approved');
  expect(await paymentsOfSale(workbench, sale)).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 2_000);
});

test('a reload between the card and its answer shows the charge, prints it and tenders it', async ({ context, page, workbench }) => {
  const register = await insideRegister(context, 'Washcashier1');
  await page.route('**/api/paymentintent/*/capture', dropResponse);
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await chargeButton(page).click();
  await reader.tap('visa');
  await expect.poll(async () => (await paymentsOfSale(workbench, sale)).map(({ status }) => status)).toEqual(['succeeded']);
  await page.reload();
  await expect(charged(page)).toContainText('Approved');
  await expect(receiptLine(page)).toContainText(/printed/i);
  await expect.poll(() => register.state().tenders.length).toBe(1);
  expect(register.state().receipts).toHaveLength(1);
  await expectPaidOnce(workbench, sale, 2_000);
});

test('a register that neither prints nor tenders is told, and does both when it can', async ({ context, page }) => {
  const register = await insideRegister(context, 'Washcashier1');
  register.behave({ fail: { printReceipt: 'The printer is out of paper', tenderSale: 'No sale is open' } });
  await page.goto(`/charge?amount=20&saleid=${sale}&returnToRedeem=true`);
  await chargeButton(page).click();
  await reader.tap('visa');
  await expect(receiptLine(page)).toContainText('The printer is out of paper');
  await expect(tenderLine(page)).toContainText('No sale is open');
  await expect(page).toHaveURL(/\/charge/);
  register.behave({ fail: {} });
  await page.keyboard.press('F7');
  await expect(receiptLine(page)).toContainText('Receipt printed');
  await page.keyboard.press('F10');
  await expect.poll(() => register.state().tenders).toMatchObject([{ saleid: sale, amountCents: 2_000 }]);
  await expect(page.getByRole('button', { name: /Tender Sale/ })).toBeHidden();
});

test('the site’s agent is away: the money is taken, and the paper is not called printed', async ({ page, workbench }) => {
  await workbench.service(`agent-${site}`).kill();
  try {
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect(charged(page)).toContainText('Approved');
    await expect(receiptLine(page)).not.toBeEmpty();
    await expect(receiptLine(page)).not.toContainText(/^Printed/);
    await expectPaidOnce(workbench, sale, 2_000);
  } finally {
    await workbench.service(`agent-${site}`).start();
  }
});
