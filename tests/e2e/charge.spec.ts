import type { Page, Route } from '@playwright/test';
import { paymentKeys } from '@washdesk/rules/metadata-keys';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import { expectAccessible } from './support/accessible.ts';
import { insideRegister } from './support/native-register.ts';
import { paymentsWith } from './support/payments.ts';
import { personWith } from './support/people.ts';
import { placeCardForm, placeReader, stripeBehaves, typeCard, type CardReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;

let number = 0;
/** A sale that no test has met before. */
const nextSale = (): string => `E2E-${Date.now()}-${++number}`;

const chargeButton = (page: Page) => page.getByRole('button', { name: 'Charge Card' });
const dialog = (page: Page) => page.getByRole('dialog');
const done = (page: Page) => page.getByRole('region', { name: 'Charge' });
const receiptLine = (page: Page) => page.getByRole('status', { name: 'Receipt' });
const tenderLine = (page: Page) => page.getByRole('status', { name: 'Sale' });
const ofSale = (workbench: Workbench, sale: string) => paymentsWith(workbench, paymentKeys.saleId, sale);

async function expectPaidOnce(workbench: Workbench, sale: string, cents: number): Promise<string> {
  const paid = (await ofSale(workbench, sale)).filter(({ status }) => status === 'succeeded');
  expect(paid.map(({ amount_received }) => amount_received)).toEqual([cents]);
  return paid[0]!.id;
}

/** An answer that is lost is asked for some seconds long before the person hears of it. */
const patience = { timeout: 20_000 };

/** The request arrives and is carried out; its answer does not come back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** A receipt is drawn letter by letter. */
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

/** The reader's connection is one long answer. */
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

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
    const { customer, code } = workbench.company.odd.ordinary;
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
    const [payment] = await ofSale(workbench, sale);
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
    await expect(done(page)).toContainText('Approved');
    await expect(done(page)).toContainText('$7.00');
    expect(await devices.receiptAfter(site, before)).toContain('7.00');
    await expect(receiptLine(page)).toContainText(/printed/i);
    await expect(tenderLine(page)).toBeHidden();
    await expectAccessible(page);

    await page.reload();
    await expect(done(page)).toContainText('Approved');
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
    await expect(dialog(page)).toContainText('The Transaction was declined');
    await expect(dialog(page)).toContainText('insufficient_funds');
    await expectAccessible(page);
    expect((await ofSale(workbench, sale)).filter(({ status }) => status === 'succeeded')).toEqual([]);
    await page.keyboard.press('Enter');
    await reader.tap('visa');
    await expect(done(page)).toContainText('Approved');
    expect(await ofSale(workbench, sale)).toHaveLength(1);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('a customer who cancels, and a cashier who does, leave nothing behind but the button', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.cancel();
    await expect(dialog(page)).toBeHidden();
    await chargeButton(page).click();
    await reader.asks();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect(done(page)).toContainText('Approved');
    expect(await ofSale(workbench, sale)).toHaveLength(1);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('a reader that is offline is told, and the sale is paid when it is back', async ({ page, workbench }) => {
    await reader.goOffline();
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await expect(dialog(page)).toContainText(/Failed to Find Reader|Error Connecting to Reader/);
    await reader.goOnline();
    await dialog(page).getByRole('button', { name: 'Try Again' }).click();
    await reader.tap('visa');
    await expect(done(page)).toContainText('Approved');
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('while Stripe is away nothing is charged and the screen says so; the sale is paid once when it is back', async ({
    page,
    workbench,
  }) => {
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await stripeBehaves(workbench, { down: true });
    try {
      await chargeButton(page).click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
      await expect(done(page)).toBeHidden();
    } finally {
      await stripeBehaves(workbench, { down: false });
    }
    await dialog(page).getByRole('button', { name: 'Try Again' }).click();
    await reader.tap('visa');
    await expect(done(page)).toContainText('Approved');
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('a Stripe that goes away before the money is taken is asked again, and takes it once', async ({ page, workbench }) => {
    await page.route(
      '**/api/paymentintent/*/capture',
      async (route) => {
        await stripeBehaves(workbench, { down: true });
        const response = await route.fetch();
        await stripeBehaves(workbench, { down: false });
        expect(response.status()).toBe(503);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect(done(page)).toContainText('Approved', patience);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('while no answer comes it is still checking, never failed; Check tells that the money is there', async ({ page, workbench }) => {
    await page.route('**/api/paymentintent/*/capture', loseAnswer);
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect(dialog(page)).toContainText('Still checking', patience);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(done(page)).toContainText('Approved');
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('two presses and a reload in the middle are one charge', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).dblclick();
    await reader.asks();
    await expect(dialog(page)).toHaveCount(1);
    await page.reload();
    await chargeButton(page).click();
    // the reader may still ask for the page that is gone
    await expect(dialog(page)).toContainText('Present, insert or swipe the card');
    await reader.tap('visa');
    await expect(done(page)).toContainText('Approved');
    expect(await ofSale(workbench, sale)).toHaveLength(1);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('a reload between the card and its answer shows the charge, prints it and tenders it', async ({ context, page, workbench }) => {
    const register = await insideRegister(context, 'Washcashier1');
    await page.route('**/api/paymentintent/*/capture', loseAnswer);
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect.poll(async () => (await ofSale(workbench, sale)).map(({ status }) => status)).toEqual(['succeeded']);
    await page.reload();
    await expect(done(page)).toContainText('Approved');
    await expect(receiptLine(page)).toContainText(/printed/i);
    await expect.poll(() => register.state().tenders.length).toBe(1);
    expect(register.state().receipts).toHaveLength(1);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  test('500 dollars and more are confirmed first', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=500&saleid=${sale}`);
    await expect(page.getByRole('checkbox', { name: 'I confirm that $500.00 are to be charged' })).toBeFocused();
    await chargeButton(page).click();
    await expect(page.getByText('Please confirm the amount first.')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.press('Space');
    await chargeButton(page).click();
    await reader.tap('visa');
    await expect(done(page)).toContainText('$500.00');
    await expectPaidOnce(workbench, sale, 50_000);
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
    await workbench.part(`agent-${site}`).kill();
    try {
      await page.goto(`/charge?amount=20&saleid=${sale}`);
      await chargeButton(page).click();
      await reader.tap('visa');
      await expect(done(page)).toContainText('Approved');
      await expect(receiptLine(page)).not.toBeEmpty();
      await expect(receiptLine(page)).not.toContainText(/^Printed/);
      await expectPaidOnce(workbench, sale, 2_000);
    } finally {
      await workbench.part(`agent-${site}`).start();
    }
  });

  test('hands need no mouse', async ({ page, workbench }) => {
    await page.goto(`/charge?amount=600&saleid=${sale}`);
    await expect(page.getByRole('checkbox', { name: /I confirm/ })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(chargeButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await reader.asks();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.press('F2');
    await reader.tap('visa');
    await expect(done(page)).toContainText('Approved');
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
  await expect(dialog(page)).toContainText('The Transaction was declined');
  await page.keyboard.press('Enter');
  await typeCard(page);
  await expect(done(page)).toContainText('Approved');
  expect(await ofSale(workbench, sale)).toHaveLength(1);
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
