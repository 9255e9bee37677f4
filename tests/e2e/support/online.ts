import { expect, type Page } from '@playwright/test';
import type { NewCustomer } from './new-customer.ts';

/** A person at the page: keys and taps are counted. */
export class Visitor {
  readonly #page: Page;
  taps = 0;
  keys = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async tap(role: 'button' | 'checkbox' | 'textbox', name: string | RegExp): Promise<void> {
    this.taps += 1;
    await this.#page.getByRole(role, { name }).click();
  }

  async type(text: string, after?: 'Enter'): Promise<void> {
    this.keys += text.length + (after ? 1 : 0);
    await this.#page.keyboard.type(text);
    if (after) await this.#page.keyboard.press(after);
  }
}

/** The parts of a plate, and a cell phone as it is typed. */
export const typedBy = ({ plate, phone }: NewCustomer) => ({
  plate: plate.slice(0, -3),
  state: plate.slice(-2),
  phone: phone.replace('+1', ''),
});

export const firstHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Fills in the customer step, from the plate to the ZIP that fills in city and state. */
export async function fillOnline(page: Page, who: NewCustomer): Promise<void> {
  await page.locator('[name=plate]').fill(typedBy(who).plate);
  await page.locator('[name=plateState]').selectOption(typedBy(who).state);
  await page.locator('[name=email]').fill(who.email);
  await page.locator('[name=phone]').fill(typedBy(who).phone);
  await page.locator('[name=postalCode]').fill(who.zip);
  await expect(page.locator('[name=city]')).not.toHaveValue('');
}

/** Goes from the address to the review. */
export async function toReview(page: Page, who: NewCustomer, site: number): Promise<void> {
  await page.goto(`/online?site=${site}`);
  await fillOnline(page, who);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(firstHeading(page, 'Review your plan')).toBeVisible();
}

/** Goes from the review to Stripe's page. */
export async function toPayment(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL(/\/c\/pay\//);
}

/** Pays on Stripe's page; a declined card stays there. */
export async function payWith(page: Page, number: string): Promise<void> {
  await enterCard(page, number);
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

/** Fills in a card on Stripe's page. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code (CVC)').fill('123');
  await page.getByLabel('Name on card').fill('Ada Moore');
  await page.getByLabel('ZIP code').fill('46410');
}
