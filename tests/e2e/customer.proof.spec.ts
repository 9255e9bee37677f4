import { addAttentionNote } from './support/customer-notes.ts';
import { begin, customerHead, dueToday, firstPlan, openCustomer, openTab } from './support/customer-screen.ts';
import { completeMember, customerWithoutPlan, memberWith } from './support/members.ts';
import { choosePlan, newCustomer, signedUp } from './support/new-customer.ts';
import { personWith } from './support/people.ts';
import { dialogNamed } from './support/refund-screen.ts';
import { pressScan } from './support/scan.ts';
import { choose, lookUp, resultOf } from './support/screen.ts';
import { stripeOf } from './support/stripe/reader.ts';
import { expect, test } from './support/test.ts';

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
  await expect(customerHead(page)).toContainText('Bolt');

  await openTab(page, 'Customer Notes');
  await addAttentionNote(page, 'Mirror is folded in by hand');
  await expect(customerHead(page)).toContainText('Mirror is folded in by hand');

  await openTab(page, 'Timeline');
  const today = page.getByRole('tabpanel').getByRole('region').nth(1);
  await expect(today).toContainText('Mirror is folded in by hand');
  await expect(today).toContainText('Customer information changed');
  await expect(today).toContainText(name);
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
  await expect(firstPlan(page)).toContainText(/Canceled: \d/);
  await page.goto('/redeemunlimited');
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('No Active Plan');
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
  await expect(firstPlan(page)).toContainText('(scheduled)');
  await begin(page, 'Release Schedule', true);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Release/ })
    .click();
  await expect(firstPlan(page)).not.toContainText('(scheduled)');
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
  await pressScan(page, `$R${next.tag.replace('+', '')}`, ['Enter']);
  await expect(page.getByLabel('New Tag')).toHaveValue(next.tag);
  await expect(page.getByLabel('New Plate')).toHaveValue(next.plate);
  await page.keyboard.press('F2');
  await expect(customerHead(page).getByRole('img', { name: `Plate ${next.plate}` })).toBeVisible();
  await expect(customerHead(page)).toContainText(`Cloned from ${member.plate}`);
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
  const warning = customerHead(page).getByRole('link', { name: /A cashier needs to complete it/ });
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
  await expect(customerHead(page)).toContainText('Active');
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
  await expect(customerHead(page)).toContainText('Pearl grey');

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
