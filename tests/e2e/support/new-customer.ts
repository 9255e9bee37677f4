import { expect, type Page } from '@playwright/test';
import type { Workplace } from './register.ts';
import type { RunWorkbench } from './run-workbench.ts';
import { choose } from './screen.ts';
import type { CardReader } from './stripe/reader.ts';

/** A customer who is not in any system yet. */
export interface NewCustomer {
  plate: string;
  tag: string;
  firstName: string;
  lastName: string;
  zip: string;
  email: string;
  /** E.164. */
  phone: string;
  plan: { id: string; name: string };
}

/** Returns the next new customer, unique in this run. */
export async function newCustomer(workbench: RunWorkbench, { site }: Workplace): Promise<NewCustomer> {
  const number = String(await workbench.nextNumber('newcomer')).padStart(4, '0');
  return {
    plate: `NEW${number}-IL`,
    tag: `77777+77${number}`,
    firstName: 'Ada',
    lastName: `Moore${number}`,
    zip: '46410',
    email: `ada${number}@example.com`,
    phone: `+1815557${number}`,
    plan: { id: `price_SuperKiss_${site}`, name: 'Super Kiss' },
  };
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const failedPayment = (page: Page) => page.getByRole('alert', { name: 'Failed Payment' });
export const signUpButton = (page: Page) => page.getByRole('button', { name: 'Sign Up' });
export const signedUp = (page: Page) => page.getByRole('status', { name: 'Signed up' });
/** The row of a step, by a part of its title. */
export const stepOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Steps of the sign-up' }).getByRole('listitem').filter({ hasText: title });

/** Fills in everything but the card. */
export async function fillSignUp(page: Page, who: NewCustomer): Promise<void> {
  await field(page, 'Plate').fill(who.plate);
  await field(page, 'Tag').fill(who.tag);
  await field(page, 'First name').fill(who.firstName);
  await field(page, 'Last name').fill(who.lastName);
  await field(page, 'Zip').fill(who.zip);
  await expect(field(page, 'City')).not.toHaveValue('');
  await field(page, 'Email').fill(who.email);
  await field(page, 'Cell phone (optional)').fill(who.phone);
  await choose(page, 'Make', 'HONDA');
  await choose(page, 'Model', 'CIVIC');
  await choosePlan(page, who.plan.name);
}

/** Reads a card at the reader, in a filled-in form: nothing is missing afterwards. */
export async function readCard(page: Page, reader: CardReader, card?: Parameters<CardReader['tap']>[0]): Promise<void> {
  await page.keyboard.press('F6');
  await reader.tap(card);
  await expect(signUpButton(page)).toBeEnabled();
}

/** Opens the form of a sign-up and fills in everything, including the card. */
export async function prepareSignUp(page: Page, who: NewCustomer, reader: CardReader): Promise<void> {
  await page.goto('/customers/new');
  await fillSignUp(page, who);
  await readCard(page, reader);
}

export async function choosePlan(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${name} \\$`) }).check();
  await expect(page.getByRole('status', { name: 'Due Today' })).toContainText('$');
}
