import { chargeButton, chargeRegion, expectPaidOnce, receiptLine } from '../support/charge-screen.ts';
import { queryCloud } from '../support/cloud-database.ts';
import { newCustomer, prepareSignUp, signedUp, stepOf } from '../support/new-customer.ts';
import { findPaid, paidSale, refundsOf } from '../support/paid-sales.ts';
import {
  closeRefund,
  fillOpenRefund,
  openRefundDialog,
  refundOutcomeTimeout,
  processed,
  refundAll,
  refundDialog,
  typedAmount,
} from '../support/refund-screen.ts';
import { lookUp, resultOf } from '../support/screen.ts';
import { expectSignedUpOnce, nowAtStripe } from '../support/sign-up-check.ts';
import { expect, test } from '../support/test.ts';
import { usageIdsOf } from '../support/usages.ts';
import { gateAnswerTimeout, recoveryTimeout, withoutService } from '../support/without-service.ts';

/** Kills services of the worker's own site, which no other worker uses. They recover one after the other. */

test.afterEach(async ({ workbench, workplace: { site }, devices }) => {
  await devices.tabletSleeps(false);
  for (const name of [`gate-${site}`, `sitewatch-${site}`, `agent-${site}`]) await workbench.service(name).start();
});

for (const part of ['gate', 'agent'] as const) {
  test(`the ${part} dies: the cashier sees it immediately, members are still redeemed, and everything recovers without help`, async ({
    page,
    workbench,
    workplace,
    newMember,
    signInAs,
  }) => {
    await signInAs('Cashier');
    await page.goto('/redeemunlimited');
    await withoutService(page, workbench, workplace, `${part}-${workplace.site}`, await newMember());
  });
}

test('a frozen site leaves a Check; the command that comes too late opens nothing, and the gate opens once', async ({
  page,
  workbench,
  workplace: { site, town },
  devices,
  signInAs,
}) => {
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
  const { pulses } = await devices.gate('south');
  await workbench.service(`agent-${site}`).suspend();
  try {
    await page.getByRole('button', { name: `Open Gate · ${town} south` }).click();
    await expect(page.getByRole('button', { name: `Check · ${town} south` })).toBeVisible();
  } finally {
    await workbench.service(`agent-${site}`).resume();
  }
  // Presses until the site is reachable again. A Check with the lease from before the freeze reports that nothing was opened.
  await expect(async () => {
    await page.getByRole('button', { name: `${town} south` }).click();
    await expect(page.getByText(`${town} south is open`)).toBeVisible(gateAnswerTimeout);
  }).toPass(recoveryTimeout);
  expect((await devices.gate('south')).pulses).toBe(pulses + 1);
});

test('Sitewatch dies: a redeem does not wait for it, a search says what could not be asked, and the usage arrives once', async ({
  page,
  workbench,
  workplace: { site },
  newMember,
  signInAs,
}) => {
  const member = await newMember();
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
  await workbench.service(`sitewatch-${site}`).kill();
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await page.keyboard.press('F3');
  await page.getByLabel('Plate, tag, name, phone, email or last 4').fill(workbench.company.edgeCases.sharedPlateLive.code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Customers found' })).toBeVisible();
  await expect(page.getByText('Couldn’t check Sitewatch for club plans outside Stripe')).toBeVisible();

  await workbench.service(`sitewatch-${site}`).start();
  await expect.poll(() => usageIdsOf(workbench, site, member.plate), recoveryTimeout).toHaveLength(1);
});

test('the site’s agent is offline: money is taken and given back, its paper is promised, not called printed, and comes when the agent is back', async ({
  page,
  workbench,
  workplace,
  devices,
  signInAs,
  connectReader,
}) => {
  const sale = `E2E-${await workbench.nextNumber('sale')}`;
  const paid = await paidSale(workbench, workplace);
  const agent = workbench.service(`agent-${workplace.site}`);
  await signInAs('User');
  const reader = await connectReader();
  await agent.kill();

  await test.step('a charge', async () => {
    await page.goto(`/charge?amount=20&saleid=${sale}`);
    await chargeButton(page).click();
    await reader.tap();
    await expect(chargeRegion(page)).toContainText('Approved');
    await expect(receiptLine(page)).not.toBeEmpty();
    await expect(receiptLine(page)).not.toContainText(/^Printed/);
    await expectPaidOnce(workbench, sale, 2_000);
  });

  await test.step('a refund', async () => {
    await refundAll(page, paid, 'No paper');
    await expect(processed(page)).toBeVisible();
    await expect(page.getByText('Printing receipt…')).toBeHidden();
    await expect(refundDialog(page)).not.toContainText(/printed at|receipt printed/i);
    await closeRefund(page);
    expect(await refundsOf(workbench, paid)).toEqual([paid.cents]);
  });

  const open = await paidSale(workbench, workplace);
  await test.step('an open refund', async () => {
    await findPaid(page, open);
    await page.keyboard.press('F10');
    await fillOpenRefund(page, open, reader, 'No paper');
    await page.keyboard.press('F2');
    await expect(processed(page)).toBeVisible(refundOutcomeTimeout);
    await expect(openRefundDialog(page)).toContainText('The receipt prints when the printer is reachable', refundOutcomeTimeout);
  });

  await agent.start();
  const papers = async () => (await devices.receipts()).filter((text) => text.includes(typedAmount(open))).length;
  await expect.poll(papers, recoveryTimeout).toBe(1);
});

test('a sign-up continues while Sitewatch and the tablet are away: the messages stand for a moment, and all heals by itself', async ({
  page,
  workbench,
  workplace,
  devices,
  signInAs,
  connectReader,
}) => {
  const who = await newCustomer(workbench, workplace);
  const since = nowAtStripe();
  await signInAs('Cashier');
  const reader = await connectReader();
  await prepareSignUp(page, who, reader);

  await workbench.service(`sitewatch-${workplace.site}`).kill();
  await devices.tabletSleeps(true);
  await forgetPolls();
  await page.keyboard.press('F2');
  await expect(stepOf(page, 'Update Sitewatch')).toContainText('Error Updating Customer in Sitewatch');
  await expect(stepOf(page, 'Update Sitewatch')).toContainText('Error Activating Plan in Sitewatch');
  await expect(signedUp(page)).toBeVisible();
  await expect(stepOf(page, 'Update Sitewatch')).toContainText('It finishes automatically.');
  await expect(stepOf(page, 'Ask for the signature')).toContainText('The tablet shows it when it reconnects.');
  await workbench.service(`sitewatch-${workplace.site}`).start();
  await devices.tabletSleeps(false);
  await expectSignedUpOnce(workbench, who, since);
  await devices.signatureAsked(who.plate);

  /** Makes the tablet's last poll older than that of a connected tablet. */
  async function forgetPolls(): Promise<void> {
    await queryCloud(
      workbench,
      `update device set polled = polled - interval '1 minute' where kind = 'tablet' and site = ${workplace.site}`,
    );
  }
});
