import { begin, customerHead, dueToday, firstPlan, openCustomer, openTab } from './support/customer-screen.ts';
import { memberWith, pastDueMember } from './support/members.ts';
import { dialogNamed } from './support/refund-screen.ts';
import { choose, lookUp, resultOf } from './support/screen.ts';
import { stripeOf } from './support/stripe/reader.ts';
import { expect, test } from './support/test.ts';

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
  await expect(firstPlan(page)).toContainText(/Discontinued: \d/);
  await begin(page, 'Reinstate');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reinstate/ })
    .click();
  await expect(firstPlan(page).getByRole('button', { name: 'Discontinue' })).toBeVisible();
  expect((await stripe.charges.list({ customer: member.id, limit: 100 })).data).toHaveLength(before + 1);

  await openTab(page, 'Customer Notes');
  for (const words of [/Upgraded/i, /Discontinued/i, /Reinstated/i])
    await expect(page.getByRole('tabpanel').getByText(words).first()).toBeVisible();
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
  await expect(customerHead(page)).toContainText('Active');
  await expect(page.getByRole('button', { name: 'Recapture Card' })).toBeHidden();
  const { data } = await stripeOf(workbench).subscriptions.list({ customer: member.id });
  expect(data.map(({ status }) => status)).toEqual(['active']);
});
