import type { Page } from '@playwright/test';
import type { OpenWorkbench } from './run-workbench.ts';
import type { PaidSale } from './paid-sales.ts';
import { duringStripeOutage } from './stripe-outage.ts';
import { expect } from './test.ts';

/** A refund whose outcome is open is asked for again for some seconds. */
export const patience = { timeout: 20_000 };

export const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const refundDialog = (page: Page) => dialogNamed(page, 'Refund');
export const refundButton = (page: Page, { dollars }: PaidSale) => page.getByRole('button', { name: `Refund ${dollars}` });
export const processed = (page: Page) => page.getByText(/Refund \[re_\w+\] Processed Successfully/);
export const stillChecking = (page: Page) => page.getByText('Still checking whether the refund was made');

/** An amount as it is typed. */
export const typed = ({ dollars }: PaidSale): string => dollars.replace('$', '');

/** Asks for the refund that is filled in while Stripe cannot be reached: the screen must not call it failed. */
export async function refundDuringStripeOutage(page: Page, workbench: OpenWorkbench): Promise<void> {
  await duringStripeOutage(workbench, async () => {
    const refused = page.waitForResponse((response) => /\/api\/refund\b/.test(response.url()) && response.status() === 503);
    await page.keyboard.press('F2');
    await refused;
    await expect(page.getByText('Failed to Process Refund')).toBeHidden();
  });
}
