import { cardDialog, chargeButton, chargeRegion, expectPaidOnce } from '../support/charge-screen.ts';
import { memberOf } from '../support/members.ts';
import { findPaid, paidSale, refundsOf } from '../support/paid-sales.ts';
import { expectProcessed, fillOpenRefund, refundOutcomeTimeout } from '../support/refund-screen.ts';
import { lookUp, resultOf } from '../support/screen.ts';
import { stripeBehaves } from '../support/stripe/reader.ts';
import { duringStripeOutage } from '../support/stripe/stripe-outage.ts';
import { expect, test } from '../support/test.ts';
import { usageIdsOf } from '../support/usages.ts';

/** Stripe is down for all sites. */
test.use({ alone: true });

/** A call to Stripe is retried for a few seconds, several times per test. */
test.afterEach(async ({ workbench }) => {
  await stripeBehaves(workbench, { down: false });
});

test('while Stripe is unavailable members go on and are found, and nothing is charged; back again the sale is paid once', async ({
  page,
  workbench,
  workplace: { site },
  newMember,
  signInAs,
  connectReader,
}) => {
  const { code, customer } = workbench.company.edgeCases.ordinary;
  const { card } = memberOf(workbench.company, { customer });
  const { plate } = await newMember();
  const sale = `E2E-${await workbench.nextNumber('sale')}`;
  await signInAs('Cashier');
  const reader = await connectReader();
  await page.goto('/redeemunlimited');
  await duringStripeOutage(workbench, async () => {
    await lookUp(page, plate);
    await expect(resultOf(page)).toContainText('Usage recorded');
    await page.keyboard.press('F3');
    await page.getByLabel('Plate, tag, name, phone, email or last 4').fill(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/customers/${customer}`);
    await expect(page.getByRole('region', { name: 'Customer', exact: true }).getByRole('img', { name: `Plate ${code}` })).toBeVisible();

    await page.goto(`/transactions?last4=${card!.last4}`);
    await expect(page.getByRole('region', { name: /^Charges \(\d+\)$/ })).toContainText(card!.last4);

    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await expect(cardDialog(page).getByRole('alert')).toBeVisible();
    await expect(chargeRegion(page)).toBeHidden();
  });
  await cardDialog(page).getByRole('button', { name: 'Try Again' }).click();
  await reader.tap();
  await expect(chargeRegion(page)).toContainText('Approved');
  await expectPaidOnce(workbench, sale, 2_000);
  await expect.poll(() => usageIdsOf(workbench, site, plate)).toHaveLength(1);
});

test('Stripe goes away as money is taken and as it is given back: asked again, never called failed, and it happens once', async ({
  page,
  workbench,
  workplace,
  signInAs,
  connectReader,
}) => {
  const sale = `E2E-${await workbench.nextNumber('sale')}`;
  await signInAs('User');
  const reader = await connectReader();
  const refuseOnce = (path: string | RegExp) =>
    page.route(
      path,
      async (route) => {
        const response = await duringStripeOutage(workbench, () => route.fetch());
        expect(response.status()).toBe(503);
        await route.fulfill({ response });
      },
      { times: 1 },
    );

  await test.step('a charge', async () => {
    await refuseOnce('**/api/paymentintent/*/capture');
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.tap();
    await expect(chargeRegion(page)).toContainText('Approved', refundOutcomeTimeout);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  await test.step('an open refund', async () => {
    const open = await paidSale(workbench, workplace);
    await refuseOnce(/\/api\/refund\?/);
    await page.goto('/refund');
    await findPaid(page, open);
    await page.keyboard.press('F10');
    await fillOpenRefund(page, open, reader, 'Stripe is away');
    await page.keyboard.press('F2');
    await expectProcessed(page);
    expect(await refundsOf(workbench, open)).toEqual([open.cents]);
  });
});
