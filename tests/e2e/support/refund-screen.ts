import { expect, type Page } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { findPaid, type PaidSale } from './paid-sales.ts';
import type { CardReader } from './stripe/reader.ts';

/** Milliseconds in which the outcome of a refund becomes known. */
export const refundOutcomeTimeout = { timeout: scaledTimeout(60_000) };

export const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const refundDialog = (page: Page) => dialogNamed(page, 'Refund');
export const refundButton = (page: Page, { dollars }: PaidSale) => page.getByRole('button', { name: `Refund ${dollars}` });
export const openRefundDialog = (page: Page) => dialogNamed(page, 'Open Refund');
export const processed = (page: Page) => page.getByText(/Refund \[re_\w+\] Processed Successfully/);
export const stillChecking = (page: Page) => page.getByText('Checking whether the refund went through');

/** The amount as a user types it. */
export const typedAmount = ({ dollars }: PaidSale): string => dollars.replace('$', '');

/** Refunds the whole amount of a sale found at /refund, up to the final press. */
export async function refundAll(page: Page, sale: PaidSale, note: string): Promise<void> {
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Note').fill(note);
  await page.keyboard.press('F2');
}

export const closeRefund = (page: Page): Promise<void> => refundDialog(page).getByRole('button', { name: 'Close' }).last().click();

/** Reads a card in the dialog of an open refund and fills in the amount of a sale and a note. */
export async function fillOpenRefund(page: Page, sale: PaidSale, reader: CardReader, note = 'No receipt'): Promise<void> {
  const dialog = openRefundDialog(page);
  await page.keyboard.press('F6');
  await reader.tap();
  await expect(dialog.getByRole('img', { name: reader.card.shown })).toBeVisible();
  await dialog.getByLabel('Refund amount').fill(typedAmount(sale));
  await dialog.getByLabel('Note').fill(note);
}

/** Waits for the outcome of a refund that is retried, without a failure in between. */
export async function expectProcessed(page: Page): Promise<void> {
  await expect(processed(page).or(page.getByText('Failed to Process Refund'))).toBeVisible(refundOutcomeTimeout);
  await expect(processed(page)).toBeVisible();
}
