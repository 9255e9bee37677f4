import { goWithin } from '../bench/screen-change.ts';
import { cardDialog, chargeButton, chargeRegion } from './support/charge-screen.ts';
import { dropResponse } from './support/lost-response.ts';
import { openApp } from './support/open-app.ts';
import { findPaid, paidSale } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
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
import { placeCardForm, typeCard } from './support/stripe/reader.ts';
import { expect, test } from './support/test.ts';

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
  await openApp(context, page, `/charge?amount=600&saleid=${sale}`);
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
  await expect(cardDialog(page)).toContainText('No result yet', refundOutcomeTimeout);
  await view(page, 'Charge: still checking');
  // the screen only asks, and finds that the sale is paid
  await page.keyboard.press('Enter');
  await expect(chargeRegion(page)).toContainText('Approved');
  await view(page, 'Charge: approved');
  await goWithin(page, `/charge?amount=601&saleid=${sale}`);
  await expect(chargeRegion(page).or(chargeButton(page)).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await chargeButton(page).click();
  await expect(chargeRegion(page)).toContainText('Already charged');
  await view(page, 'Charge: charged elsewhere');
});

test('a refund can: found, filled in, waiting for a manager, still checking and made', async ({
  context,
  page,
  workbench,
  workplace,
  signInAs,
  connectReader,
  view,
}) => {
  const sale = await paidSale(workbench, workplace);
  await signInAs('Cashier');
  const reader = await connectReader();
  await openApp(context, page, '/refund');
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
  // content dimmed behind two dialogs is not checked
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

  const open = openRefundDialog(page);
  await page.keyboard.press('F10');
  // a key pressed before a dialog opens is not for that dialog
  await expect(open).toBeVisible();
  await page.keyboard.press('F6');
  await reader.asks();
  await view(page, 'Open refund: reader asks', '[role=dialog]');
  await reader.tap();
  await expect(open.getByRole('img', { name: reader.card.shown })).toBeVisible();
  await open.getByLabel('Refund amount').fill(typedAmount(sale));
  await open.getByLabel('Note').fill('No receipt');
  await view(page, 'Open refund: card read');
});

const wrongSignIn = { code: 'wrong_pin', message: 'This sign-in is incorrect', requestId: 'of a test' };

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
