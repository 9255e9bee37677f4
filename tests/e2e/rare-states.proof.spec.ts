import type { Page, Route } from '@playwright/test';
import { addChangeScreen, goWithin } from '../bench/screen-change.ts';
import { fillSignUp, newCustomer } from './support/new-customer.ts';
import { personWith } from './support/people.ts';
import { enrol } from './support/register.ts';
import { enterNameAndPassword, lookUp, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const refuses =
  (code: string, message: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status: 403, json: { code, message, requestId: 'of a test' } });

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const setUp = { secret, uri: `otpauth://totp/Washdesk:alex?secret=${secret}&issuer=Washdesk` };
const recoveryCodes = ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567', 'BCDE-FGHI-JKLM-NOPQ', 'RSTU-VWXY-Z234-567A'];
const typeCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('One-time code').click();
  await page.keyboard.type(`${code}\n`);
};

test('one-time codes are accessible, from their set-up to a recovery code', async ({ context, page, workbench, workplace, view }) => {
  await enrol(context, workbench, workplace);
  await page.route('**/api/auth/loginuser', refuses('code_required', 'Enter the code from your authenticator app'));
  await page.goto('/login');
  await enterNameAndPassword(page, { username: 'alex', password: 'of a test' });
  await expect(page.getByLabel('One-time code')).toBeVisible();
  await view(page, 'One-time codes: code');
  await page.unrouteAll();
  await page.route('**/api/auth/loginuser', refuses('code_wrong', 'This code is wrong'));
  await typeCode(page, '111111');
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await view(page, 'One-time codes: wrong code');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await view(page, 'One-time codes: a recovery code');

  await page.unrouteAll();
  await page.route('**/api/auth/loginuser', refuses('code_setup_required', 'Alex needs one-time codes and has none yet'));
  await page.route('**/api/auth/logincode', (route) => route.fulfill({ json: setUp }));
  await page.route('**/api/auth/logincode/confirm', async (route) => {
    const { username, password } = personWith(workbench.company, 'Admin');
    const session: unknown = await (await page.request.post('/api/auth/loginuser', { data: { username, password } })).json();
    await route.fulfill({ json: { session, recoveryCodes } });
  });
  await page.goto('/login');
  await enterNameAndPassword(page, { username: 'alex', password: 'of a test' });
  await expect(page.getByRole('img', { name: /QR code for the authenticator app/ })).toBeVisible();
  await view(page, 'One-time codes: set-up');
  await typeCode(page, '246802');
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await view(page, 'One-time codes: recovery codes');
});

test('the notice page is accessible', async ({ page, view }) => {
  const message = 'Card payments are slow today. Take cash where you can.';
  await page.route('**/api/communication/systemmessage', (route) => route.fulfill({ json: { message } }));
  await page.goto('/');
  await expect(page.getByText(message)).toBeVisible();
  await view(page, 'Notice page');
});

test('people who are locked out and the menu of the place can', async ({ context, page, signInAs, view }) => {
  await signInAs('Admin');
  await page.route('**/api/staff', async (route) => {
    const answer = await route.fetch();
    const { staff, count } = (await answer.json()) as { staff: object[]; count: number };
    const states = [{}, { locked: 2 }, { code: 'set', codeSince: '2026-11-20T12:00:00.000Z' }, { active: false }, { code: 'missing' }];
    await route.fulfill({ response: answer, json: { staff: staff.map((one, index) => ({ ...one, ...states[index] })), count } });
  });
  await addChangeScreen(context);
  await page.goto('/admin/staff');
  await expect(page.getByRole('button', { name: /^Unlock / })).toBeVisible();
  await view(page, 'Staff: locked out');
  await page.getByRole('button', { name: /^Reset Codes of/ }).click();
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeVisible();
  // the question covers parts of the buttons behind it
  await view(page, 'Staff: reset the codes?', '.ant-popconfirm');
  await goWithin(page, '/search');
  await page.getByRole('button', { name: /No Terminal|Washcashier1/ }).click();
  await expect(page.getByRole('group', { name: 'Where this browser works' }).getByRole('radio', { name: 'Dark' })).toBeVisible();
  await view(page, 'Menu of the place');
});

test('each answer to a redeem and each end of a search can', async ({ context, page, workbench, newMember, signInAs, view }) => {
  const { pastDue, canceled } = workbench.company.edgeCases;
  await signInAs('Cashier');
  await addChangeScreen(context);
  await page.goto('/redeemunlimited');
  const { plate } = await newMember();
  await lookUp(page, plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  const answers = [
    { code: plate, words: 'Already redeemed', name: 'already redeemed' },
    { code: 'ZZZ0000-IL', words: 'Not found', name: 'not found' },
    { code: canceled.code, words: 'Not active', name: 'canceled' },
    { code: pastDue.code, words: /payment due/, name: 'payment due' },
  ];
  for (const { code, words, name } of answers) {
    await lookUp(page, code);
    await expect(resultOf(page)).toContainText(words);
    await view(page, `Redeem: ${name}`);
  }
  await goWithin(page, '/search?searchString=ZZZ0000-IL');
  await expect(page.getByRole('heading', { name: 'Customer Not Found' })).toBeVisible();
  await view(page, 'Search: nobody found');
});

test('declines can: at a sign-up and at an office charge', async ({
  context,
  page,
  workbench,
  workplace,
  signInAs,
  connectReader,
  view,
}) => {
  await signInAs('User');
  const reader = await connectReader();
  await addChangeScreen(context);
  await page.goto('/customers/new');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('F2');
  await view(page, 'Sign-up: fields are missing');
  await fillSignUp(page, await newCustomer(workbench, workplace));
  await page.keyboard.press('F6');
  await reader.tap('charge_declined');
  await expect(page.getByRole('dialog')).toContainText('The bank declined this card');
  await view(page, 'Sign-up: card refused', '[role=dialog]');
  await page.getByRole('dialog').locator('summary').click();
  await view(page, 'Sign-up: card refused, details', '[role=dialog]');
  await page.getByRole('button', { name: /Cancel/ }).click();

  await goWithin(page, '/office/charge');
  await page.getByLabel('Amount').fill('3');
  await page.getByLabel('Reference number').fill(`OFFICE-${await workbench.nextNumber('reference')}`);
  await page.keyboard.press('F2');
  await reader.tap('charge_declined');
  await expect(page.getByRole('dialog')).toContainText(/refused|declined/);
  await view(page, 'Office charge: card refused', '[role=dialog]');
});
