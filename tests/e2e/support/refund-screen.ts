import type { Page } from '@playwright/test';
import type { PaidSale } from './paid-sales.ts';

/** A refund whose outcome is open is asked for again for some seconds. */
export const patience = { timeout: 20_000 };

export const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const refundDialog = (page: Page) => dialogNamed(page, 'Refund');
export const refundButton = (page: Page, { dollars }: PaidSale) => page.getByRole('button', { name: `Refund ${dollars}` });
export const processed = (page: Page) => page.getByText(/Refund \[re_\w+\] Processed Successfully/);
export const stillChecking = (page: Page) => page.getByText('Still checking whether the refund was made');

/** An amount as it is typed. */
export const typed = ({ dollars }: PaidSale): string => dollars.replace('$', '');
