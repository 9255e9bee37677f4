import type { Page } from '@playwright/test';
import type { Workbench } from '@washdesk/deploy/local/workbench';
import type { Login } from '@washdesk/tests/simulators/company/model';
import { expectAccessible } from './support/accessible.ts';
import { queryCloud } from './support/cloud-database.ts';
import { findPaid, paidSale, refundsOf, type PaidSale } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
import { processed, refundButton } from './support/refund-screen.ts';
import { staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

/** Who did what to a subject, and who approved it. */
function auditOf(workbench: Workbench, subject: string): Promise<{ actor: string; approver: string | null }[]> {
  return queryCloud(workbench, 'select actor, approver from audit where subject = $1', [subject]);
}

/** Finds the sale's charge and opens its refund, by keyboard. */
async function openRefund(page: Page, sale: PaidSale): Promise<void> {
  await page.goto('/refund');
  await findPaid(page, sale);
  await refundButton(page, sale).press('Enter');
}

const note = (page: Page) => page.getByRole('dialog').getByLabel('Note');
const approval = (page: Page) => page.getByRole('dialog', { name: 'Manager approval' });

async function ask(page: Page): Promise<void> {
  await note(page).press('Enter');
  await expect(approval(page).getByLabel("Manager's employee number")).toBeFocused();
}

async function approveBy(page: Page, { employeeNumber }: Login, pin: string): Promise<void> {
  await page.keyboard.type(String(employeeNumber));
  await page.keyboard.press('Enter');
  await expect(approval(page).getByLabel("Manager's PIN")).toBeFocused();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
}

let cashier: Login;
let manager: Login;
test.beforeEach(async ({ context, workbench }) => {
  cashier = personWith(workbench.company, 'Cashier');
  manager = personWith(workbench.company, 'SalesManager');
  await staff(context, workbench, cashier);
});

test("a cashier refunds with a manager's PIN, and the audit names both", async ({ page, workbench }) => {
  const sale = await paidSale(workbench);
  await openRefund(page, sale);
  await note(page).pressSequentially('Wrong wash');
  await ask(page);
  await expect(approval(page)).toContainText(sale.dollars);
  await approveBy(page, manager, manager.pin);
  await expect(processed(page)).toBeVisible();
  expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
  expect(await auditOf(workbench, `charge:${sale.charge}`)).toEqual([
    { actor: String(cashier.employeeNumber), approver: String(manager.employeeNumber) },
  ]);
});

test('a wrong PIN approves nothing, and the right one may follow', async ({ page, workbench }) => {
  const sale = await paidSale(workbench);
  await openRefund(page, sale);
  await note(page).pressSequentially('Wrong wash');
  await ask(page);
  await approveBy(page, manager, '0000');
  await expect(approval(page).getByRole('alert')).toContainText('This sign-in is not right');
  expect(await refundsOf(workbench, sale.charge)).toEqual([]);
  await expectAccessible(page, '[role=dialog]');
  await approval(page).getByLabel("Manager's PIN").pressSequentially(manager.pin);
  await page.keyboard.press('Enter');
  await expect(processed(page)).toBeVisible();
});

test('the form is as it was when nobody approves it, and after a reload', async ({ page, workbench }) => {
  const sale = await paidSale(workbench);
  await openRefund(page, sale);
  await note(page).pressSequentially('Wrong wash');
  await ask(page);
  await page.keyboard.press('Escape');
  await expect(approval(page)).toBeHidden();
  await expect(note(page)).toHaveValue('Wrong wash');
  await ask(page);
  await page.reload();
  await expect(note(page)).toHaveValue('Wrong wash');
  expect(await refundsOf(workbench, sale.charge)).toEqual([]);

  await ask(page);
  await approveBy(page, manager, manager.pin);
  await expect(processed(page)).toBeVisible();
  expect(await refundsOf(workbench, sale.charge)).toEqual([sale.cents]);
});

test('an approval is good for its own refund, once', async ({ page, workbench }) => {
  const sale = await paidSale(workbench);
  await openRefund(page, sale);
  await note(page).pressSequentially('Half of it');
  await page.getByRole('dialog').getByLabel('Amount').fill('30');
  await ask(page);
  const sent = page.waitForRequest((request) => request.headers()['x-approval'] !== undefined);
  await approveBy(page, manager, manager.pin);
  await expect(processed(page)).toBeVisible();

  const request = await sent;
  const { authorization = '', 'x-approval': token = '', 'idempotency-key': key = '' } = request.headers();
  const again = (headers: Record<string, string>, data: unknown) =>
    page.request.post(request.url(), { headers: { authorization, 'x-approval': token, ...headers }, data });
  const body = request.postDataJSON() as object;
  const second = await again({ 'idempotency-key': `${key}-2` }, body);
  expect([second.status(), await second.json()]).toMatchObject([403, { code: 'approval_invalid' }]);
  expect((await again({ 'idempotency-key': key }, { ...body, amount: 3_001 })).status()).toBe(403);
  expect((await again({ 'idempotency-key': key }, body)).status()).toBe(200);
  expect(await refundsOf(workbench, sale.charge)).toEqual([3_000]);
});
