import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expectSignedUpOnce, nowAtStripe } from './support/sign-up-check.ts';
import { choosePlan, fillSignUp, newCustomer, signedUp, signUpButton, stepOf, type NewCustomer } from './support/new-customer.ts';
import { formerMember } from './support/members.ts';
import { personWith } from './support/people.ts';
import { placeCardForm, placeReader, stripeOf, typeCard, type CardReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { countCalls } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { KeystrokeCounter } from './support/keystroke-counter.ts';

/** Front-desk part of the plan: a practised cashier's sign-up, beyond what is the customer's own. */
const mostKeystrokes = 45;

/** With all that moves, as most people have it; the other files do without (playwright.config.ts). */
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Three operations at Stripe, one after the other, and what follows from them. */
const signingUp = { timeout: 20_000 };

/** The amount stands in the heading, before what it is made of. */
const dueToday = (page: Page) => page.getByRole('region', { name: 'Due Today' });
const cardDialog = (page: Page) => page.getByRole('dialog', { name: 'Capture Card' });

async function captureAt(page: Page, reader: CardReader): Promise<void> {
  await page.keyboard.press('F6');
  await reader.tap('visa');
  await expect(page.getByRole('img', { name: 'Visa ending in 4242' })).toBeVisible();
  await expect(signUpButton(page)).toBeEnabled();
}

const centsIn = (text: string | null): number => Math.round(Number(/\$([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '')) * 100);

test.describe('at a reader', () => {
  let reader: CardReader;
  let who: NewCustomer;

  test.beforeEach(async ({ context, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'Cashier'));
    reader = await placeReader(context, workbench, joliet.site);
    who = newCustomer();
  });

  test('somebody new is signed up from the search, and every system knows them once', async ({ page, workbench, devices }) => {
    const since = nowAtStripe();
    const papers = (await devices.receipts(joliet.site)).length;
    await page.goto('/search');
    await page.getByLabel('Plate, tag, name, phone, e-mail or last 4').fill(who.plate);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await expect(page.getByLabel('Plate', { exact: true })).toHaveValue(who.plate);
    await fillSignUp(page, who);
    await expectAccessible(page);
    await captureAt(page, reader);
    const due = centsIn(await dueToday(page).textContent());
    await signUpButton(page).click();

    await expect(signedUp(page)).toBeVisible(signingUp);
    await expect(page.getByRole('list', { name: 'Steps of the sign-up' }).getByText('Done')).toHaveCount(8);
    await expectAccessible(page);
    const paper = await devices.receiptAfter(joliet.site, papers);
    expect(paper).toContain(who.plate);
    await devices.signatureAsked(joliet.site, who.plate);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customers\/cus_/);
    await expect(page.getByRole('img', { name: `Plate ${who.plate}` })).toBeVisible();

    await expectSignedUpOnce(workbench, who, since);
    const customer = page.url().split('/').at(-1) ?? '';
    const charges = await stripeOf(workbench).charges.list({ customer });
    expect(charges.data.map(({ amount, status }) => ({ amount, status }))).toEqual([{ amount: due, status: 'succeeded' }]);
  });

  test('without a mouse, in few keystrokes', async ({ page }) => {
    await page.goto('/customers/new');
    await expect(page.getByLabel('Plate', { exact: true })).toBeFocused();
    const cashier = new KeystrokeCounter(page);
    await cashier.personal(who.plate);
    await cashier.press('Enter');
    await cashier.personal(who.tag);
    await cashier.press('Enter');
    await cashier.personal(who.firstName);
    await cashier.press('Enter');
    await cashier.personal(who.lastName);
    await cashier.press('Enter', 'Enter');
    await cashier.personal(who.zip);
    await expect(page.getByLabel('City', { exact: true })).not.toHaveValue('');
    await cashier.press('Enter');
    await cashier.personal(who.email);
    await cashier.press('Enter');
    await cashier.personal(who.phone);
    await cashier.press('Enter');
    await cashier.press('h', 'o', 'n', 'Enter');
    await cashier.press('c', 'i', 'v');
    // which models HONDA has is known at the site alone
    await expect(page.getByTitle('CIVIC', { exact: true })).toBeVisible();
    await cashier.press('Enter');
    await cashier.press('Alt+1', 'F6');
    await reader.tap('visa');
    await expect(signUpButton(page)).toBeEnabled();
    await cashier.press('F2');
    await expect(signedUp(page)).toBeVisible(signingUp);
    await cashier.press('Enter');
    await expect(page).toHaveURL(/\/customers\/cus_/);
    console.log(`a sign-up took ${cashier.keystrokes} keystrokes beyond the personal data`);
    expect(cashier.keystrokes).toBeLessThanOrEqual(mostKeystrokes);
  });

  test('a card that is declined is followed by another, which pays the same plan', async ({ page, workbench }) => {
    const since = nowAtStripe();
    await page.goto('/customers/new');
    await fillSignUp(page, who);
    await page.keyboard.press('F6');
    await reader.tap('charge_customer_fail');
    await expect(signUpButton(page)).toBeEnabled();
    await page.keyboard.press('F2');
    const failed = page.getByRole('alert', { name: 'Failed Payment' });
    await expect(failed).toContainText('generic_decline', signingUp);
    await expectAccessible(page);
    await page.keyboard.press('F6');
    await reader.tap('mastercard');
    await expect(signedUp(page)).toBeVisible(signingUp);
    await expectSignedUpOnce(workbench, who, since);
    const { data } = await stripeOf(workbench).customers.list({ email: who.email });
    const subscriptions = await stripeOf(workbench).subscriptions.list({ customer: data[0]?.id ?? '', status: 'all' });
    expect(subscriptions.data).toHaveLength(1);
  });

  test('a customer who takes the card back, and a reader that is away, cost nothing that was typed', async ({ page }) => {
    await page.goto('/customers/new');
    await fillSignUp(page, who);
    await page.keyboard.press('F6');
    await reader.cancel();
    await expect(cardDialog(page)).toBeHidden();
    await reader.goOffline();
    await page.keyboard.press('F6');
    await expect(cardDialog(page)).toContainText(/Failed to Find Reader|Error Connecting to Reader/);
    await reader.goOnline();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Last name', { exact: true })).toHaveValue(who.lastName);
    await captureAt(page, reader);
  });

  test('a double click signs up once', async ({ page, workbench }) => {
    const since = nowAtStripe();
    await page.goto('/customers/new');
    await fillSignUp(page, who);
    await captureAt(page, reader);
    const calls = countCalls(page, /\/api\/(customer|subscription)$/);
    await signUpButton(page).dblclick();
    await expect(signedUp(page)).toBeVisible(signingUp);
    expect(calls()).toBe(2);
    await expectSignedUpOnce(workbench, who, since);
  });
});

test('a customer without a subscription is signed up with the form instead of a reader, and corrected on the way', async ({
  context,
  page,
  workbench,
}) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await placeCardForm(context, workbench);
  const former = formerMember(workbench.company);
  await page.goto(`/customers/${former.id}`);
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Plate', { exact: true })).toHaveValue(former.plate);
  await choosePlan(page, 'Super Kiss');
  await page.getByLabel('Email', { exact: true }).fill('again@example.com');
  await page.keyboard.press('F6');
  await typeCard(page);
  await expect(signUpButton(page)).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible(signingUp);
  await expect(stepOf(page, 'Save the customer')).toContainText('Done');
  await page.getByRole('button', { name: 'Ok' }).click();
  await expect(page).toHaveURL(`/customers/${former.id}`);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  const customer = await stripeOf(workbench).customers.retrieve(former.id);
  expect(customer).toMatchObject({ email: 'again@example.com' });
});
