import type { Page } from '@playwright/test';
import { KeystrokeCounter } from './support/keystroke-counter.ts';
import { formerMember } from './support/members.ts';
import {
  failedPayment,
  field,
  choosePlan,
  fillSignUp,
  newCustomer,
  readCard,
  signedUp,
  signUpButton,
  stepOf,
  type NewCustomer,
} from './support/new-customer.ts';
import { countCalls } from './support/screen.ts';
import { expectSignedUpOnce, nowAtStripe } from './support/sign-up-check.ts';
import { placeCardForm, stripeOf, typeCard, type CardReader } from './support/stripe/reader.ts';
import { expect, test } from './support/test.ts';

/** The most keystrokes of a practiced cashier's sign-up, without the customer's own data. */
const mostKeystrokes = 45;

/** With animations, as most people have them; the other files run without (playwright.config.ts). */
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The amount in the heading, before its parts. */
const dueToday = (page: Page) => page.getByRole('region', { name: 'Due Today' });

const centsIn = (text: string | null): number => Math.round(Number(/\$([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '')) * 100);

test.describe('at a reader', () => {
  let reader: CardReader;
  let who: NewCustomer;

  test.beforeEach(async ({ workbench, workplace, signInAs, connectReader }) => {
    await signInAs('Cashier');
    reader = await connectReader();
    who = await newCustomer(workbench, workplace);
  });

  test('a new customer is signed up from the search by a double click, and every system has them once', async ({
    page,
    workbench,
    devices,
  }) => {
    const since = nowAtStripe();
    const papers = (await devices.receipts()).length;
    await page.goto('/search');
    await page.getByLabel('Plate, tag, name, phone, email or last 4').fill(who.plate);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await expect(field(page, 'Plate')).toHaveValue(who.plate);
    await fillSignUp(page, who);
    await page.keyboard.press('F6');
    await reader.tap();
    await expect(page.getByRole('img', { name: reader.card.shown })).toBeVisible();
    await expect(signUpButton(page)).toBeEnabled();
    const due = centsIn(await dueToday(page).textContent());
    const calls = countCalls(page, /\/api\/(customer|subscription)$/);
    await signUpButton(page).dblclick();

    await expect(signedUp(page)).toBeVisible();
    expect(calls()).toBe(2);
    await expect(page.getByRole('list', { name: 'Steps of the sign-up' }).getByText('Done')).toHaveCount(8);
    expect(await devices.receiptAfter(papers)).toContain(who.plate);
    await devices.signatureAsked(who.plate);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customers\/cus_/);
    await expect(
      page.getByRole('region', { name: 'Customer', exact: true }).getByRole('img', { name: `Plate ${who.plate}` }),
    ).toBeVisible();

    await expectSignedUpOnce(workbench, who, since);
    const customer = page.url().split('/').at(-1) ?? '';
    const charges = await stripeOf(workbench).charges.list({ customer });
    expect(charges.data.map(({ amount, status }) => ({ amount, status }))).toEqual([{ amount: due, status: 'succeeded' }]);
  });

  test('without a mouse, in few keystrokes', async ({ page }) => {
    await page.goto('/customers/new');
    await expect(field(page, 'Plate')).toBeFocused();
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
    await expect(field(page, 'City')).not.toHaveValue('');
    await cashier.press('Enter');
    await cashier.personal(who.email);
    await cashier.press('Enter');
    await cashier.personal(who.phone);
    await cashier.press('Enter');
    await cashier.press('h', 'o', 'n', 'Enter');
    await cashier.press('c', 'i', 'v');
    // only the site has HONDA's models
    await expect(page.getByTitle('CIVIC', { exact: true }).and(page.locator('.ant-select-item-option-active'))).toBeVisible();
    await cashier.press('Enter');
    await cashier.press('Alt+1', 'F6');
    await reader.tap();
    await expect(signUpButton(page)).toBeEnabled();
    await cashier.press('F2');
    await expect(signedUp(page)).toBeVisible();
    await cashier.press('Enter');
    await expect(page).toHaveURL(/\/customers\/cus_/);
    console.log(`a sign-up took ${cashier.keystrokes} keystrokes beyond the personal data`);
    expect(cashier.keystrokes).toBeLessThanOrEqual(mostKeystrokes);
  });

  test('a card that is declined is followed by another, which pays the same plan', async ({ page, workbench }) => {
    const since = nowAtStripe();
    await page.goto('/customers/new');
    await fillSignUp(page, who);
    await readCard(page, reader, 'charge_customer_fail');
    await page.keyboard.press('F2');
    await expect(failedPayment(page)).toContainText('generic_decline');
    await page.keyboard.press('F6');
    await reader.tap();
    await expect(signedUp(page)).toBeVisible();
    await expectSignedUpOnce(workbench, who, since);
    const { data } = await stripeOf(workbench).customers.list({ email: who.email });
    const subscriptions = await stripeOf(workbench).subscriptions.list({ customer: data[0]?.id ?? '', status: 'all' });
    expect(subscriptions.data).toHaveLength(1);
  });
});

test('a customer without a subscription is signed up with the form instead of a reader, and corrected on the way', async ({
  context,
  page,
  workbench,
  workplace,
  card,
  signInAs,
}) => {
  await signInAs('Cashier');
  await placeCardForm(context, workbench);
  const former = await formerMember(workbench, workplace.site);
  await page.goto(`/customers/${former.id}`);
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(field(page, 'Plate')).toHaveValue(former.plate);
  await choosePlan(page, 'Super Kiss');
  await page.setViewportSize({ width: 1280, height: 800 });
  const lowest = page.getByRole('checkbox', { name: 'Charge For Last Month' });
  for (const seen of [
    signUpButton(page),
    field(page, 'Email'),
    field(page, 'Cell phone (optional)'),
    page.getByText('Capture Card'),
    lowest,
  ])
    await expect(seen).toBeInViewport({ ratio: 1 });
  for (const plan of await page.getByRole('radiogroup', { name: 'Plan' }).getByRole('radio').all())
    await expect(plan).toBeInViewport({ ratio: 1 });
  await field(page, 'Email').fill('again@example.com');
  await page.keyboard.press('F6');
  await typeCard(page, card.number);
  await expect(signUpButton(page)).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible();
  await expect(stepOf(page, 'Save the customer')).toContainText('Done');
  await page.getByRole('button', { name: 'Ok' }).click();
  await expect(page).toHaveURL(`/customers/${former.id}`);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  const customer = await stripeOf(workbench).customers.retrieve(former.id);
  expect(customer).toMatchObject({ email: 'again@example.com' });
});
