import type { Page } from '@playwright/test';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { paymentsWith } from './payments.ts';
import { expect } from './test.ts';

let number = 0;
/** A sale that no test has met before. */
export const nextSale = (): string => `E2E-${Date.now()}-${++number}`;

export const chargeButton = (page: Page) => page.getByRole('button', { name: 'Charge Card' });
export const cardDialog = (page: Page) => page.getByRole('dialog');
/** What has been charged. */
export const charged = (page: Page) => page.getByRole('region', { name: 'Charge' });
export const receiptLine = (page: Page) => page.getByRole('status', { name: 'Receipt' });
export const tenderLine = (page: Page) => page.getByRole('status', { name: 'Sale' });

/** The payments that Stripe holds of a sale. */
export const paymentsOfSale = (workbench: Workbench, sale: string) => paymentsWith(workbench, paymentKeys.saleId, sale);

/** @returns the payment's id */
export async function expectPaidOnce(workbench: Workbench, sale: string, cents: number): Promise<string> {
  const paid = (await paymentsOfSale(workbench, sale)).filter(({ status }) => status === 'succeeded');
  expect(paid.map(({ amount_received }) => amount_received)).toEqual([cents]);
  return paid[0]!.id;
}
