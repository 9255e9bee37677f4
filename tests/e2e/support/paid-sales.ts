import type { Page } from '@playwright/test';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { stripeOf } from './reader.ts';
import { joliet } from './register.ts';
import { expect } from './test.ts';

export interface PaidSale {
  saleid: string;
  /** Stripe's `ch_…`. */
  charge: string;
  cents: number;
  /** As the screens show it: '$41.01'. */
  dollars: string;
}

let lastCents = 4_100;

/** A register's sale that a card has paid, of an amount that no other has. */
export async function paidSale(workbench: Workbench): Promise<PaidSale> {
  const cents = (lastCents += 1);
  const saleid = `PAID-${cents}`;
  const { latest_charge: charge } = await stripeOf(workbench).paymentIntents.create({
    amount: cents,
    currency: 'usd',
    metadata: { [paymentKeys.saleId]: saleid, [paymentKeys.site]: String(joliet.site), [paymentKeys.terminal]: joliet.terminal },
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  return { saleid, charge: charge as string, cents, dollars: centsToDollars(cents) };
}

/** Cents of every refund of a charge that Stripe holds, the newest first. */
export async function refundsOf(workbench: Workbench, charge: string): Promise<number[]> {
  return (await stripeOf(workbench).refunds.list({ charge })).data.map(({ amount }) => amount);
}

/** @returns asks for every refund that was made since this call: cents and status, the newest first */
export async function refundsFromNow(workbench: Workbench): Promise<() => Promise<[number, string | null][]>> {
  const all = async () => (await stripeOf(workbench).refunds.list({ limit: 100 })).data;
  const earlier = new Set((await all()).map(({ id }) => id));
  return async () => (await all()).filter(({ id }) => !earlier.has(id)).map(({ amount, status }) => [amount, status]);
}

/** Searches for the amount on the refund screen until Stripe's event has brought the charge. */
export async function findPaid(page: Page, { dollars }: PaidSale): Promise<void> {
  const amount = page.getByRole('search').getByLabel('Amount');
  await expect(async () => {
    await amount.fill(dollars.replace('$', ''));
    await amount.press('Enter');
    await expect(page.getByRole('button', { name: `Refund ${dollars}` })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
