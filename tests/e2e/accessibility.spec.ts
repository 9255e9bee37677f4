import type { BrowserContext, Page } from '@playwright/test';
import { Role } from '@washdesk/rules/company/roles';
import { paths } from '../../web/src/lib/paths.ts';
import { addChangeScreen, goWithin } from '../bench/screen-change.ts';
import { cardDialog, chargeButton, chargeRegion } from './support/charge-screen.ts';
import { dropResponse } from './support/lost-response.ts';
import { fillSignUp, newCustomer, signedUp, signUpButton } from './support/new-customer.ts';
import { findPaid, paidSale } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
import { placeCardForm, typeCard } from './support/reader.ts';
import {
  closeRefund,
  dialogNamed,
  openRefundDialog,
  refundOutcomeTimeout,
  processed,
  refundButton,
  refundDialog,
  stillChecking,
  typedAmount,
} from './support/refund-screen.ts';
import { joliet, linkFor, staff } from './support/register.ts';
import { choose, lookUp, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { isAsked, noteRole, type View } from './support/view.ts';

/** Each walks through many screens, and axe takes its time on a busy machine. */
test.describe.configure({ timeout: 120_000 });

/** Several requests to Stripe, one after the other, and what follows from them. */
const signingUp = { timeout: 20_000 };

test('enrolment, location, reader and sign-in can be used by everybody', async ({ page, workbench, place, view }) => {
  await page.goto(await linkFor(workbench, place));
  await expect(page.getByText('This browser becomes the register')).toBeVisible();
  await view(page, 'Enrol this browser');
  await page.getByRole('button', { name: 'Enrol' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await view(page, 'This browser is enrolled');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Select Reader' })).toBeVisible();
  await view(page, 'Select Reader');
  await choose(page, 'Card reader', 'No Terminal');
  await page.getByRole('button', { name: 'Set Reader' }).click();
  await expect(page.getByLabel('Employee number')).toBeVisible();
  await view(page, 'Cashier Login');
  await page.getByRole('tab', { name: 'Username and password' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await view(page, 'Username and password');
});

/** Public pages, sign-in and sign-out, and paths that only redirect. */
const elsewhere: readonly string[] = [
  paths.login,
  paths.logout,
  paths.enrol,
  paths.home,
  paths.search,
  paths.locationRefund,
  paths.redeemInterface,
];
const ownPages: readonly string[] = [paths.online, paths.signatureSystem];
const screens = Object.values(paths).filter((path) => !elsewhere.includes(path) && !ownPages.includes(path));

/** The query with which a screen shows more than what is missing. */
const queries: Readonly<Record<string, string>> = {
  [paths.signUp]: '?code=ABC123-IL',
  [paths.charge]: '?amount=12.50&saleid=7',
  [paths.refund]: '?amount=-12.50&saleid=7',
};

const inOffice = (path: string): boolean => path.startsWith('/office');
const inAdmin = (path: string): boolean => path.startsWith('/admin');

/** The screens of each part with somebody who may see all of it. */
const parts = [
  { part: 'counter', has: (path: string) => !inOffice(path) && !inAdmin(path), roles: Role.Admin, who: 'Admin' },
  {
    part: 'office',
    has: inOffice,
    roles: Role.SalesManager | Role.Reporter | Role.PriceManager,
    who: 'SalesManager, Reporter and PriceManager',
  },
  { part: 'admin', has: inAdmin, roles: Role.Admin, who: 'Admin' },
];

for (const { part, has, roles, who } of parts) {
  test(`every screen of the ${part} opens, can be used by everybody, and has a way back where it is not built yet`, async ({
    context,
    page,
    workbench,
    view,
  }, info) => {
    const { logins, edgeCases } = workbench.company;
    // the screens are only read, so that both workers may use the same site
    await staff(
      context,
      workbench,
      logins.find((login) => login.roles === roles)!,
      joliet,
    );
    noteRole(info, who);
    await startChanging(context, page, '/search');
    for (const path of screens.filter(has)) {
      if (!isAsked(info.title, path)) continue;
      await test.step(path, async () => {
        await goWithin(page, path.replace(':id', edgeCases.ordinary.customer) + (queries[path] ?? ''));
        await expect(page).not.toHaveURL(/login/);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if ((await page.getByText('This screen is not part of this version yet.').count()) > 0) {
          await expect(page.getByRole('main').getByRole('link', { name: /^Back to / })).toBeVisible();
          return;
        }
        await expect(page.getByRole('status', { name: /^Loading/ })).toBeHidden();
        await view(page, path);
        if (path === paths.adminDevices) await openEnrolment(page, view);
      });
    }
  });
}

async function openEnrolment(page: Page, view: View): Promise<void> {
  await page.getByRole('button', { name: 'Enrol a device' }).click();
  await expect(page.getByRole('button', { name: 'Make the link' })).toBeVisible();
  await view(page, 'Devices: enrol a device', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('what a search, a redeem and a transaction lookup find can', async ({ context, page, workbench, newMember, signInAs, view }) => {
  const { edgeCases } = workbench.company;
  const member = workbench.company.members.find(({ id }) => id === edgeCases.ordinary.customer)!;
  await signInAs('SalesManager');
  await startChanging(context, page, `/search?searchString=${edgeCases.sharedPlateLive.code}`);
  await expect(page.getByRole('region', { name: 'Customers found' })).toBeVisible();
  await view(page, 'Search: several found');
  await goWithin(page, `/search?searchString=${edgeCases.nonStripeClub.code}`);
  await expect(page.getByRole('dialog')).toContainText('Non Stripe club plan active');
  await view(page, 'Search: club plan outside Stripe', '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click();
  await goWithin(page, '/redeemunlimited');
  await lookUp(page, (await newMember()).plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await view(page, 'Redeem: usage recorded');
  await goWithin(page, `/transactions?fingerprint=${member.card!.fingerprint}`);
  await expect(page.getByRole('region', { name: /^Charges / })).toBeVisible();
  await view(page, 'Transactions: charges');
  await page
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .click();
  await expect(dialogNamed(page, 'Receipt').locator('iframe')).toBeVisible();
  await view(page, 'Transactions: receipt', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Subscription' }).click();
  await page.getByLabel('Employee Name').fill('Dana Whitfield');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Subscriptions / }).or(page.getByText('No Subscriptions Found'))).toBeVisible();
  await view(page, 'Transactions: subscriptions');
});

test('a charge can: offline, typed, declined, still checking, approved and charged elsewhere', async ({
  context,
  page,
  workbench,
  signInAs,
  connectReader,
  view,
}) => {
  const sale = `E2E-${await workbench.nextNumber('sale')}`;
  await signInAs('Cashier');
  const reader = await connectReader();
  await reader.goOffline();
  await startChanging(context, page, `/charge?amount=600&saleid=${sale}`);
  await expect(page.getByRole('checkbox', { name: /I confirm/ })).toBeFocused();
  await view(page, 'Charge: large amount');
  await page.keyboard.press('Space');
  await page.keyboard.press('F2');
  await expect(cardDialog(page)).toContainText('Error Connecting to Reader');
  await view(page, 'Charge: reader offline');
  await page.keyboard.press('F6');
  await expect(page.getByLabel('Card number', { exact: true })).toBeFocused();
  await view(page, 'Charge: card form');
  await typeCard(page, '4000 0000 0000 0002');
  await expect(cardDialog(page)).toContainText('The Transaction was declined');
  await view(page, 'Charge: declined');
  await reader.goOnline();
  await cardDialog(page).getByRole('button', { name: 'Use Card Reader' }).click();
  await page.route('**/api/paymentintent/*/capture', dropResponse);
  await reader.tap();
  await expect(cardDialog(page)).toContainText('Still checking', refundOutcomeTimeout);
  await view(page, 'Charge: still checking');
  // the screen only asks, and finds that the sale is paid
  await page.keyboard.press('Enter');
  await expect(chargeRegion(page)).toContainText('Approved');
  await view(page, 'Charge: approved');
  await goWithin(page, `/charge?amount=601&saleid=${sale}`);
  await expect(chargeRegion(page).or(chargeButton(page)).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await chargeButton(page).click();
  await expect(chargeRegion(page)).toContainText('Charged already');
  await view(page, 'Charge: charged elsewhere');
});

test('a refund can: found, filled in, waiting for a manager, still checking and made', async ({
  context,
  page,
  workbench,
  place,
  signInAs,
  connectReader,
  view,
}) => {
  const sale = await paidSale(workbench, place);
  await signInAs('Cashier');
  const reader = await connectReader();
  await startChanging(context, page, '/refund');
  await findPaid(page, sale);
  await view(page, 'Refund: sale found');
  await refundButton(page, sale).press('Enter');
  await expect(refundDialog(page).getByLabel('Refund amount')).toBeFocused();
  await view(page, 'Refund: amount and note');
  await refundDialog(page).getByLabel('Note').fill('Wrong wash');
  await refundDialog(page).getByLabel('Note').press('Enter');
  const approval = dialogNamed(page, 'Manager approval');
  const { employeeNumber, pin } = personWith(workbench.company, 'SalesManager');
  await approval.getByLabel("Manager's employee number").fill(String(employeeNumber));
  await page.keyboard.press('Enter');
  await page.route('**/api/auth/**', (route) => route.fulfill({ status: 401, json: wrongSignIn }), { times: 1 });
  await approval.getByLabel("Manager's PIN").fill('0000');
  await page.keyboard.press('Enter');
  await expect(approval.getByRole('alert')).toBeVisible();
  // what lies dimmed under two dialogs is not read
  await view(page, 'Refund: manager approval', '[role=dialog]');
  await page.route('**/api/refund/*', dropResponse);
  await approval.getByLabel("Manager's PIN").fill(pin);
  await page.keyboard.press('Enter');
  await expect(stillChecking(page)).toBeVisible(refundOutcomeTimeout);
  await view(page, 'Refund: still checking');
  await page.keyboard.press('Enter');
  await expect(processed(page)).toBeVisible();
  await view(page, 'Refund: made');
  await closeRefund(page);

  await page.keyboard.press('F10');
  await page.keyboard.press('F6');
  await reader.asks();
  await view(page, 'Open refund: reader asks', '[role=dialog]');
  await reader.tap();
  const open = openRefundDialog(page);
  await expect(open.getByRole('img', { name: reader.card.shown })).toBeVisible();
  await open.getByLabel('Refund amount').fill(typedAmount(sale));
  await open.getByLabel('Note').fill('No receipt');
  await view(page, 'Open refund: card read');
});

const wrongSignIn = { code: 'wrong_pin', message: 'This sign-in is not right', requestId: 'of a test' };

test('a sign-up can: filled in, cleared, with a failed payment, beside another one, and done', async ({
  context,
  page,
  workbench,
  place,
  signInAs,
  connectReader,
  view,
}) => {
  const [who, next] = [await newCustomer(workbench, place), await newCustomer(workbench, place)];
  await signInAs('Cashier');
  const reader = await connectReader();
  await startChanging(context, page, '/customers/new');
  await fillSignUp(page, who);
  await page.keyboard.press('F6');
  await reader.asks();
  await view(page, 'Sign-up: reader asks', '[role=dialog]');
  await reader.tap('charge_customer_fail');
  await expect(signUpButton(page)).toBeEnabled();
  await view(page, 'Sign-up: filled in');
  await page.keyboard.press('F4');
  await expect(page.getByRole('dialog', { name: 'Clear the form?' })).toBeVisible();
  await view(page, 'Sign-up: clear the form?', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await expect(page.getByRole('alert', { name: 'Failed Payment' })).toBeVisible(signingUp);
  await view(page, 'Sign-up: failed payment');
  await goWithin(page, `/customers/new?code=${next.plate}`);
  await expect(page.getByRole('alert', { name: 'Another sign-up is not finished' })).toBeVisible();
  await view(page, 'Sign-up: another one unfinished');
  await page.keyboard.press('F2');
  await expect(page.getByRole('alert', { name: 'Failed Payment' })).toBeVisible();
  await page.keyboard.press('F6');
  await reader.tap();
  await expect(signedUp(page)).toBeVisible(signingUp);
  await view(page, 'Sign-up: signed up');
});

test('an office charge can, from its form to its success', async ({ context, page, workbench, card, signInAs, view }) => {
  await signInAs('User');
  await placeCardForm(context, workbench);
  await page.goto('/office/charge');
  await page.getByLabel('Amount').fill('3');
  await page.getByLabel('Reference number').fill(`OFFICE-${await workbench.nextNumber('reference')}`);
  await view(page, 'Office charge: filled in');
  await page.getByRole('button', { name: 'Card Form' }).click();
  await typeCard(page, card.number);
  await expect(page.getByRole('heading', { name: 'Customer Charge Successfully' })).toBeVisible();
  await view(page, 'Office charge: complete');
});

/** Opens the app once; from there `goWithin` changes its screens. */
async function startChanging(context: BrowserContext, page: Page, address: string): Promise<void> {
  await addChangeScreen(context);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
