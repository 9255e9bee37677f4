import { expect, type Page } from '@playwright/test';
import type { Member } from '@washdesk/simulators/company/member-model';

export const customerHead = (page: Page) => page.getByRole('region', { name: 'Customer', exact: true });
export const firstPlan = (page: Page) => page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem').first();

export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

/** Presses a plan's action, among the visible ones or behind More. */
export async function begin(page: Page, action: string | RegExp, behindMore = false): Promise<void> {
  if (!behindMore) return firstPlan(page).getByRole('button', { name: action }).click();
  await firstPlan(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Returns the cents due today according to the dialog. */
export async function dueToday(page: Page): Promise<number> {
  const shown = page.getByRole('dialog').getByRole('status', { name: 'Due Today' });
  await expect(shown).toContainText(/\$\d/);
  await expect(shown).not.toHaveAttribute('aria-busy', 'true');
  return Math.round(Number(/\$([\d,.]+)/.exec((await shown.textContent()) ?? '')?.[1]?.replaceAll(',', '')) * 100);
}

export const openCustomer = (page: Page, { id }: Pick<Member, 'id'>, tab = '') => page.goto(`/customers/${id}${tab}`);
