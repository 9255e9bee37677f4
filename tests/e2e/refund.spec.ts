import type { Page } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import type { Login } from '@washdesk/simulators/company/model';
import { queryCloud } from './support/cloud-database.ts';
import { insideRegister, textOf } from './support/native-register.ts';
import { findPaid, paidSale, refundsOf, type PaidSale } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
import { dialogNamed, processed, refundButton, refundDialog, typedAmount } from './support/refund-screen.ts';
import type { OpenWorkbench } from './support/run-workbench.ts';
import { expect, test } from './support/test.ts';

let sale: PaidSale;

test.beforeEach(async ({ workbench, workplace }) => {
  sale = await paidSale(workbench, workplace);
});

test('a register’s sale is searched, refunded, printed and tendered without a mouse, and is over', async ({
  context,
  page,
  workbench,
  signInAs,
}) => {
  await signInAs('User');
  const register = await insideRegister(context, 'Washcashier1');
  await page.goto(`/refund?amount=-${typedAmount(sale)}&saleid=${sale.saleid}`);
  await expect(page.getByRole('region', { name: 'Sale' })).toContainText(sale.saleid);
  await expect(async () => {
    await page.keyboard.press('F2');
    await expect(refundButton(page, sale)).toBeFocused({ timeout: scaledTimeout(2_000) });
  }).toPass();

  await page.keyboard.press('Enter');
  await expect(refundDialog(page).getByLabel('Refund amount')).toBeFocused();
  await expect(refundDialog(page).getByLabel('Refund amount')).toHaveValue(typedAmount(sale));
  await page.keyboard.press('Tab');
  await page.keyboard.type('Wash again');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The brush left marks');
  await page.keyboard.press('F2');
  await expect(processed(page)).toBeVisible();
  await expect(page.getByText('Sale tendered')).toBeVisible();

  expect(await refundsOf(workbench, sale)).toEqual([sale.cents]);
  const { tenders, receipts } = register.state();
  expect(tenders).toMatchObject([{ saleid: sale.saleid, amountCents: -sale.cents, reference: expect.stringMatching(/^re_/) }]);
  expect(receipts).toHaveLength(1);
  expect(textOf(receipts[0]!.html)).toContain(typedAmount(sale));

  await page.keyboard.press('Enter');
  await expect(page.getByRole('search').getByLabel('Amount')).toBeFocused();
  await expect(page.getByText('Fully Refunded')).toBeVisible();
  await expect(refundButton(page, sale)).toBeHidden();
  await expect(page).toHaveURL('/refund');
  await page.reload();
  await expect(page.getByRole('search')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sale' })).toBeHidden();
});

test('a part goes back and prints at the site; the rest is the most that can follow', async ({ page, workbench, devices, signInAs }) => {
  await signInAs('User');
  const before = (await devices.receipts()).length;
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Refund amount').fill('40');
  await refundDialog(page).getByLabel('Note').fill('Part of it');
  await refundDialog(page).getByRole('button', { name: 'Process Refund' }).click();
  await expect(processed(page)).toBeVisible();
  expect(await devices.receiptAfter(before)).toContain('40.00');
  await expect(refundDialog(page)).toContainText(/printed/i);
  await refundDialog(page).getByRole('button', { name: 'Close' }).last().click();

  await expect(page.getByText('Partially Refunded')).toBeVisible();
  await refundButton(page, sale).click();
  await refundDialog(page).getByLabel('Refund amount').fill('40');
  await expect(refundDialog(page)).toContainText(/Only \$\d\.\d\d of this charge can be refunded/);
  await page.keyboard.press('Escape');
  await expect(refundDialog(page)).toBeHidden();
  expect(await refundsOf(workbench, sale)).toEqual([4_000]);
});

test('a cashier’s refund is approved by a manager’s PIN, after a reload that keeps its form; the approval is good for it alone, once, and the audit names both', async ({
  page,
  workbench,
  signInAs,
}) => {
  const cashier = await signInAs('Cashier');
  const manager = personWith(workbench.company, 'SalesManager');
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).press('Enter');
  await note(page).pressSequentially('Half of it');
  await page.getByRole('dialog').getByLabel('Amount').fill('30');
  await ask(page);
  await expect(approval(page)).toContainText('$30.00');
  await page.keyboard.press('Escape');
  await expect(approval(page)).toBeHidden();
  await expect(note(page)).toHaveValue('Half of it');
  await ask(page);
  await page.reload();
  await expect(note(page)).toHaveValue('Half of it');
  // until it is known that the refund was not made, its form stays as sent
  await expect(note(page)).toBeEditable();
  expect(await refundsOf(workbench, sale)).toEqual([]);

  await ask(page);
  const sent = page.waitForRequest((request) => request.headers()['x-approval'] !== undefined);
  await approveBy(page, manager);
  await expect(processed(page)).toBeVisible();
  expect(await auditOf(workbench, `charge:${sale.charge}`)).toEqual([
    { actor: String(cashier.employeeNumber), approver: String(manager.employeeNumber) },
  ]);

  const request = await sent;
  const { authorization = '', 'x-approval': token = '', 'idempotency-key': key = '' } = request.headers();
  const again = (headers: Record<string, string>, data: unknown) =>
    page.request.post(request.url(), { headers: { authorization, 'x-approval': token, ...headers }, data });
  const body = request.postDataJSON() as object;
  const second = await again({ 'idempotency-key': `${key}-2` }, body);
  expect([second.status(), await second.json()]).toMatchObject([403, { code: 'approval_invalid' }]);
  expect((await again({ 'idempotency-key': key }, { ...body, amount: 3_001 })).status()).toBe(403);
  expect((await again({ 'idempotency-key': key }, body)).status()).toBe(200);
  expect(await refundsOf(workbench, sale)).toEqual([3_000]);
});

/** Returns the actor and the approver of a subject's audit rows. */
function auditOf(workbench: OpenWorkbench, subject: string): Promise<{ actor: string; approver: string | null }[]> {
  return queryCloud(workbench, 'select actor, approver from audit where subject = $1', [subject]);
}

const note = (page: Page) => page.getByRole('dialog').getByLabel('Note');
const approval = (page: Page) => dialogNamed(page, 'Manager approval');

async function ask(page: Page): Promise<void> {
  await note(page).press('Enter');
  await expect(approval(page).getByLabel("Manager's employee number")).toBeFocused();
}

async function approveBy(page: Page, { employeeNumber, pin }: Login): Promise<void> {
  await page.keyboard.type(String(employeeNumber));
  await page.keyboard.press('Enter');
  await expect(approval(page).getByLabel("Manager's PIN")).toBeFocused();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
}
