import type { Page } from '@playwright/test';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { OpenWorkbench } from './run-workbench.ts';
import { paymentsWith } from './stripe/payments.ts';
import { expect } from './test.ts';

export const chargeButton = (page: Page) => page.getByRole('button', { name: 'Charge Card' });
export const cardDialog = (page: Page) => page.getByRole('dialog');
export const chargeRegion = (page: Page) => page.getByRole('region', { name: 'Charge' });
export const receiptLine = (page: Page) => page.getByRole('status', { name: 'Receipt' });
export const tenderLine = (page: Page) => page.getByRole('status', { name: 'Sale' });

export const paymentsOfSale = (workbench: OpenWorkbench, sale: string) => paymentsWith(workbench, paymentKeys.saleId, sale);

/** @returns the payment's id */
export async function expectPaidOnce(workbench: OpenWorkbench, sale: string, cents: number): Promise<string> {
  const paid = (await paymentsOfSale(workbench, sale)).filter(({ status }) => status === 'succeeded');
  expect(paid.map(({ amount_received }) => amount_received)).toEqual([cents]);
  return paid[0]!.id;
}
