import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { Workplace } from './register.ts';
import type { NumberedWorkbench, OpenWorkbench } from './run-workbench.ts';
import { goodCard } from './stripe/cards.ts';
import { stripeOf } from './stripe/reader.ts';
import { expect } from './test.ts';

export interface PaidSale {
  saleid: string;
  /** Stripe's `ch_…`. */
  charge: string;
  cents: number;
  /** The amount as the screens show it: '$41.01'. */
  dollars: string;
}

/** Returns a register's sale that the site's card has paid, with a unique amount. */
export async function paidSale(workbench: NumberedWorkbench, { site, terminal }: Workplace): Promise<PaidSale> {
  const cents = 4_100 + (await workbench.nextNumber('paid sale'));
  const saleid = `PAID-${cents}`;
  const stripe = stripeOf(workbench);
  await laterThanEveryCharge(stripe);
  const { latest_charge: charge } = await stripe.paymentIntents.create({
    amount: cents,
    currency: 'usd',
    metadata: { [paymentKeys.saleId]: saleid, [paymentKeys.site]: String(site), [paymentKeys.terminal]: terminal },
    payment_method: goodCard(site).token,
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  return { saleid, charge: charge as string, cents, dollars: centsToDollars(cents) };
}

/**
 * An open refund starts with the newest charge of its card. Stripe's times are whole seconds: two charges in one second would have no
 * order.
 */
async function laterThanEveryCharge(stripe: ReturnType<typeof stripeOf>): Promise<void> {
  const { data } = await stripe.charges.list({ limit: 1 });
  const next = ((data[0]?.created ?? 0) + 1) * 1_000;
  await setTimeout(Math.min(1_000, Math.max(0, next - Date.now())));
}

/** Returns the cents of every refund of a charge at Stripe, newest first. */
export async function refundsOf(workbench: OpenWorkbench, { charge }: PaidSale): Promise<number[]> {
  return (await stripeOf(workbench).refunds.list({ charge })).data.map(({ amount }) => amount);
}

/** Searches for the amount on the refund screen until Stripe's event has delivered the charge. */
export async function findPaid(page: Page, { dollars }: PaidSale): Promise<void> {
  const amount = page.getByRole('search').getByLabel('Amount');
  await expect(async () => {
    await amount.fill(dollars.replace('$', ''));
    await amount.press('Enter');
    await expect(page.getByRole('button', { name: `Refund ${dollars}` })).toBeVisible({ timeout: scaledTimeout(2_000) });
  }).toPass();
}
