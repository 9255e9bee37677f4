import type { Page } from '@playwright/test';
import type { Member } from '@washdesk/simulators/company/member-model';
import { addAttentionNote } from './support/customer-notes.ts';
import { completeMember, customerWithoutPlan, memberWith, pastDueMember } from './support/members.ts';
import { choosePlan, newCustomer, signedUp } from './support/new-customer.ts';
import { personWith } from './support/people.ts';
import { dialogNamed } from './support/refund-screen.ts';
import { choose, lookUp, resultOf } from './support/screen.ts';
import { stripeOf } from './support/stripe/reader.ts';
import { expect, test } from './support/test.ts';

const head = (page: Page) => page.getByRole('region', { name: 'Customer', exact: true });
const plan = (page: Page) => page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem').first();

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

/** Presses a plan's action, among the visible ones or behind More. */
async function begin(page: Page, action: string | RegExp, behindMore = false): Promise<void> {
  if (!behindMore) return plan(page).getByRole('button', { name: action }).click();
  await plan(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Returns the cents due today according to the dialog. */
async function dueToday(page: Page): Promise<number> {
  const shown = page.getByRole('dialog').getByRole('status', { name: 'Due Today' });
  await expect(shown).toContainText(/\$\d/);
  await expect(shown).not.toHaveAttribute('aria-busy', 'true');
  return Math.round(Number(/\$([\d,.]+)/.exec((await shown.textContent()) ?? '')?.[1]?.replaceAll(',', '')) * 100);
}

const openCustomer = (page: Page, { id }: Pick<Member, 'id'>, tab = '') => page.goto(`/customers/${id}${tab}`);

test('data are changed together, a note calls for attention, and the timeline tells both', async ({ page, newMember, signInAs }) => {
  const { name } = await signInAs('SalesManager');
  const member = await newMember();
  await openCustomer(page, member);
  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.getByLabel('Phone').fill('8155550123');
  await page.getByRole('button', { name: 'Edit Vehicle' }).click();
  await page.getByLabel('Model').fill('Bolt');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: '(815) 555-0123' })).toBeVisible();
  await expect(head(page)).toContainText('Bolt');

  await openTab(page, 'Customer Notes');
  await addAttentionNote(page, 'Mirror is folded in by hand');
  await expect(head(page)).toContainText('Mirror is folded in by hand');

  await openTab(page, 'Timeline');
  const today = page.getByRole('tabpanel').getByRole('region').nth(1);
  await expect(today).toContainText('Mirror is folded in by hand');
  await expect(today).toContainText('Customer information changed');
  await expect(today).toContainText(name);
});

test('a plan is upgraded for what the preview said, discontinued, and begun again without a charge', async ({
  page,
  workbench,
  newMember,
  signInAs,
}) => {
  await signInAs('SalesManager');
  const member = await memberWith(newMember, 'price_SuperKiss_');
  const stripe = stripeOf(workbench);
  const before = (await stripe.charges.list({ customer: member.id, limit: 100 })).data.length;
  await openCustomer(page, member, '#subscriptions');
  await begin(page, 'Upgrade');
  const due = await dueToday(page);
  await page.keyboard.press('F2');
  await expect(dialogNamed(page, 'Confirm Upgrade')).toContainText('Upgraded to');
  await expect(dialogNamed(page, 'Confirm Upgrade')).toBeHidden();
  const { data } = await stripe.charges.list({ customer: member.id, limit: 100 });
  expect(data.slice(0, data.length - before).map(({ amount }) => amount)).toEqual([due]);

  await begin(page, 'Discontinue');
  await choose(page, 'Reason', 'Moved');
  await expect(dialogNamed(page, 'Confirm Discontinue').getByRole('button', { name: 'Discontinue' })).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(plan(page)).toContainText(/Discontinued: \d/);
  await begin(page, 'Reinstate');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reinstate/ })
    .click();
  await expect(plan(page).getByRole('button', { name: 'Discontinue' })).toBeVisible();
  expect((await stripe.charges.list({ customer: member.id, limit: 100 })).data).toHaveLength(before + 1);

  await openTab(page, 'Customer Notes');
  for (const words of [/Upgraded/i, /Discontinued/i, /Reinstated/i])
    await expect(page.getByRole('tabpanel').getByText(words).first()).toBeVisible();
});

test('a cashier ends a plan with an approval, and the member is let in no more', async ({ page, workbench, newMember, signInAs }) => {
  await signInAs('Cashier');
  const manager = personWith(workbench.company, 'SalesManager');
  const member = await memberWith(newMember, 'price_SuperKiss_');
  await openCustomer(page, member, '#subscriptions');
  await begin(page, /^Terminate/, true);
  await choose(page, 'Reason', 'Moved');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Terminate/ })).toBeEnabled();
  await page.keyboard.press('F2');
  await expect(dialogNamed(page, 'Manager approval').getByLabel("Manager's employee number")).toBeFocused();
  await page.keyboard.type(`${manager.employeeNumber}\n${manager.pin}\n`);
  await expect(plan(page)).toContainText(/Canceled: \d/);
  await page.goto('/redeemunlimited');
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('No Active Plan');
});

test('a past-due plate leads to the card prompt in two presses, and the new card pays what is open', async ({
  page,
  workbench,
  workplace,
  signInAs,
  connectReader,
}) => {
  await signInAs('Cashier');
  const reader = await connectReader();
  const member = await pastDueMember(workbench, workplace.site);
  await page.goto('/redeemunlimited');
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('payment due');
  await page.keyboard.press('F10');
  await page.getByRole('button', { name: 'Recapture Card' }).click();
  await expect(dialogNamed(page, 'Recapture Card')).toBeVisible();
  await page.keyboard.press('F6');
  await reader.tap();
  const pay = dialogNamed(page, 'Pay Open Invoices');
  await expect(pay.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  await pay.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(pay).toContainText('Paid $');
  await expect(head(page)).toContainText('Active');
  await expect(page.getByRole('button', { name: 'Recapture Card' })).toBeHidden();
  const { data } = await stripeOf(workbench).subscriptions.list({ customer: member.id });
  expect(data.map(({ status }) => status)).toEqual(['active']);
});

test('half of a charge goes back from its list, and an increase is scheduled and released', async ({ page, newMember, signInAs }) => {
  await signInAs('Admin');
  const member = await memberWith(newMember, 'price_SuperKiss_');
  await openCustomer(page, member, '#payments');
  await openTab(page, 'Stripe Charges');
  await page
    .getByRole('button', { name: /^Refund: / })
    .first()
    .click();
  const refund = dialogNamed(page, 'Refund');
  await refund.getByRole('button', { name: /^Half/ }).click();
  await refund.getByLabel('Note').fill('Half a wash');
  await page.keyboard.press('F2');
  await expect(refund.getByText(/Processed Successfully/)).toBeVisible();
  await refund.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Partially Refunded')).toBeVisible();

  await openTab(page, 'Subscriptions');
  await begin(page, 'Schedule Increase', true);
  await page.getByRole('dialog').getByRole('radio').first().check();
  await dueToday(page);
  await page.keyboard.press('F2');
  await expect(plan(page)).toContainText('(scheduled)');
  await begin(page, 'Release Schedule', true);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Release/ })
    .click();
  await expect(plan(page)).not.toContainText('(scheduled)');
});

test('a customer is cloned to a plate and a scanned tag, and the clone deleted again', async ({
  page,
  workbench,
  workplace,
  newMember,
  signInAs,
}) => {
  await signInAs('SalesManager');
  const [member, next] = [await newMember(), await newCustomer(workbench, workplace)];
  const stripe = stripeOf(workbench);
  await openCustomer(page, member, '#tools');
  await page.getByRole('button', { name: 'Clone Customer' }).click();
  await page.getByLabel('New Plate').fill(next.plate);
  await page.keyboard.type(`$R${next.tag.replace('+', '')}\n`);
  await expect(page.getByLabel('New Tag')).toHaveValue(next.tag);
  await expect(page.getByLabel('New Plate')).toHaveValue(next.plate);
  await page.keyboard.press('F2');
  await expect(head(page).getByRole('img', { name: `Plate ${next.plate}` })).toBeVisible();
  await expect(head(page)).toContainText(`Cloned from ${member.plate}`);
  const { pathname } = new URL(page.url());
  const clone = pathname.slice('/customers/'.length);
  expect(await stripe.customers.retrieve(member.id)).toMatchObject({ metadata: { clonedTo: clone } });

  await openTab(page, 'Tools');
  await page.getByRole('button', { name: 'Delete Customer' }).click();
  await dialogNamed(page, 'Confirm Delete Customer').getByLabel('Reason').fill('Made by mistake');
  await page.keyboard.press('F2');
  await expect(page.getByRole('heading', { name: 'Customer Lookup' })).toBeVisible();
  expect(await stripe.customers.retrieve(clone)).toMatchObject({ deleted: true });
});

test('a sign-up that was made online is completed from its warning, and the user who checked the car is its seller', async ({
  page,
  workbench,
  newMember,
  signInAs,
}) => {
  const { name } = await signInAs('Cashier');
  const member = await completeMember(newMember);
  const stripe = stripeOf(workbench);
  const [sold] = (await stripe.subscriptions.list({ customer: member.id })).data;
  await stripe.subscriptions.update(sold!.id, { metadata: { incomplete: 'true', employeename: 'Online' } });
  const warning = head(page).getByRole('link', { name: /A cashier needs to complete it/ });
  // the cloud receives Stripe's change as an event, with a delay
  await expect(async () => {
    await page.goto('about:blank');
    await openCustomer(page, member);
    await expect(warning).toBeVisible();
  }).toPass();
  await warning.click();
  await page.getByRole('button', { name: 'Complete Customer' }).click();
  const dialog = dialogNamed(page, 'Confirm Customer Is Complete');
  await dialog.getByRole('checkbox', { name: /^I checked the vehicle/ }).check();
  await page.keyboard.press('F2');
  await expect(dialog).toContainText('Sign-up complete. The sale is credited to you.');
  await expect(warning).toBeHidden();
  await openTab(page, 'Subscriptions');
  await expect(page.getByRole('list', { name: 'Subscriptions' })).toContainText(`Sold By${name}`);
  expect((await stripe.subscriptions.retrieve(sold!.id)).metadata).toMatchObject({ incomplete: 'false', employeename: name });
});

test('a customer without a plan is signed up on the customer’s screen, and the run shows its steps', async ({
  page,
  workbench,
  signInAs,
  connectReader,
}) => {
  await signInAs('Cashier');
  const reader = await connectReader();
  const member = await customerWithoutPlan(workbench);
  await openCustomer(page, member, '#subscriptions');
  await choosePlan(page, 'Super Kiss');
  await page.keyboard.press('F6');
  await reader.tap();
  await expect(page.getByRole('img', { name: reader.card.shown })).toBeVisible();
  await page.keyboard.press('F2');
  await expect(signedUp(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/customers/${member.id}`));
  await expect(head(page)).toContainText('Active');
});

test('two people change one field: the second sees both values, and what is chosen stays; the code in use cannot be switched off', async ({
  context,
  page,
  workplace,
  newMember,
  signInAs,
}) => {
  await signInAs('SalesManager');
  const member = await newMember();
  await openCustomer(page, member);
  // no car of the company has these colors
  await page.getByRole('button', { name: 'Edit Vehicle' }).click();
  await page.getByLabel('Color').fill('Night blue');
  const other = await context.newPage();
  await openCustomer(other, member);
  await other.getByRole('button', { name: 'Edit Vehicle' }).click();
  await other.getByLabel('Color').fill('Pearl grey');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await other.close();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByLabel('Theirs: Pearl grey').check();
  await page.getByRole('button', { name: 'Save Selected Values' }).click();
  await expect(page.getByRole('button', { name: 'Edit Vehicle' })).toBeVisible();
  await expect(head(page)).toContainText('Pearl grey');

  await openTab(page, 'Plates And Tags');
  const rows = page.getByRole('row').filter({ hasText: workplace.town });
  await expect(rows.first()).toContainText('In use for washes');
});

test('a dispute is answered with what the records hold, once', async ({ page, workbench, newMember, signInAs }) => {
  await signInAs('Admin');
  const member = await newMember();
  const stripe = stripeOf(workbench);
  const { id: card } = await stripe.paymentMethods.attach('pm_card_createDispute', { customer: member.id });
  const how = { confirm: true, off_session: true, payment_method: card, allowed_payment_method_types: ['card' as const] };
  const { latest_charge: charge } = await stripe.paymentIntents.create({ amount: 2_999, currency: 'usd', customer: member.id, ...how });
  await expect.poll(async () => (await stripe.disputes.list({ charge: charge as string })).data.length).toBe(1);
  await openCustomer(page, member, '#disputes');
  await dialogNamed(page, 'Customer Alert').getByRole('button', { name: 'Ok' }).click();
  await page.getByRole('button', { name: 'Evidence', exact: true }).click();
  await expect(page.getByLabel('Customer name')).not.toHaveValue('');
  await page.getByLabel('Additional information').fill('The car was seen at the wash.');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^evidence-du_.*\.pdf$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.keyboard.press('F2');
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible();
  const [dispute] = (await stripe.disputes.list({ charge: charge as string })).data;
  expect(dispute).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text: 'The car was seen at the wash.', service_documentation: expect.stringMatching(/^file_/) },
    evidence_details: { submission_count: 1 },
  });
  await page.getByRole('button', { name: 'Back to Disputes' }).click();
  await expect(page.getByRole('list', { name: 'Disputes' })).toContainText('Under review');
});
