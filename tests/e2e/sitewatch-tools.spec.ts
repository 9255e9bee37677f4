import { giftCards } from '@washdesk/simulators/company/gift-cards';
import { memberOf } from './support/members.ts';
import { expect, test } from './support/test.ts';

test('a cashier finds a sale, deducts from a gift card and prints a wash coupon at /isi, without a mouse', async ({
  page,
  workplace,
  workbench,
  signInAs,
}) => {
  await signInAs('Cashier');
  await page.goto('/isi');
  await expect(page.getByLabel('Plate or tag')).toBeFocused();
  await page.keyboard.type(memberOf(workbench.company, workbench.company.edgeCases.ordinary).plate);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Records Found').or(page.getByRole('region', { name: /^Sales of/ }))).toBeVisible();

  await page.getByRole('tab', { name: 'Sitewatch Transaction' }).focus();
  await page.keyboard.press('ArrowRight');
  const card = Object.values(giftCards).find(
    ({ site, cards }) => site === workplace.site && cards.some(({ credit, used }) => credit > used),
  )!;
  await page.getByLabel('Gift Card Code').fill(card.code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Deduct Amount')).toBeFocused();
  await page.keyboard.type('0.01');
  await page.keyboard.press('Enter');
  await expect(page.getByText('$0.01 was deducted')).toBeVisible();

  await page.getByRole('tab', { name: 'Sitewatch Giftcard Lookup' }).focus();
  await page.keyboard.press('ArrowRight');
  const invoice = `01812-${await workbench.nextNumber('coupon')}`;
  await page.getByLabel('ISI Invoice Number').fill(invoice);
  for (const typed of ['Ann', 'Moore', 'abc123-il']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('F2');
  await expect(page.getByRole('img', { name: `Wash coupon of invoice ${invoice}` })).toBeVisible();
  await page.context().addInitScript({ content: "window.print = () => window.dispatchEvent(new Event('afterprint'))" });
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('F7');
  const print = await opened;
  // the print window may close before the test can wait for it
  await expect.poll(() => print.isClosed()).toBe(true);
});

test('a sales manager is led to the customer whose club plan runs at Stripe, and reads what a schedule would do', async ({
  page,
  workbench,
  signInAs,
}) => {
  const { company } = workbench;
  await signInAs('SalesManager');
  const member = memberOf(company, company.edgeCases.ordinary);
  await page.goto('/office/platelookup');
  await page.getByLabel('Plate or Tag').fill(member.plate);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/This plan is billed by Stripe/)).toBeVisible();
  await expect(page.getByRole('link', { name: member.name })).toHaveAttribute('href', `/customers/${member.id}`);
  await expect(page.getByRole('button', { name: 'Disable' })).toBeHidden();

  const later = memberOf(company, company.edgeCases.increaseLater);
  await page.goto('/office/schedulerelease');
  await page.getByLabel('Name, Plate or Subscription Id').fill(later.plate);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Schedule of ${later.name}` }).click();
  await expect(page.getByText(/^The price increases from \$/)).toBeVisible();
  await page.getByRole('button', { name: 'Release Schedule' }).click();
  await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('an Admin sees the card readers and the top sellers of the site', async ({ page, workplace, signInAs }) => {
  await signInAs('Admin');
  await page.goto('/admin/readers');
  await expect(page.getByText('Online').first()).toBeVisible();
  await page.getByRole('button', { name: 'Register a Reader' }).click();
  await expect(page.getByRole('dialog', { name: 'Register a Reader' })).toContainText('07139');
  await page.keyboard.press('Escape');
  await page.goto('/admin/topsellers');
  await expect(page.getByText(`Last 30 days at ${workplace.town}`)).toBeVisible();
  await page.getByRole('main').getByRole('list').getByRole('button').first().click();
  await expect(page.getByText(/^Item \d+ in Sitewatch$/)).toBeVisible();
});
