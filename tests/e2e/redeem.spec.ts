import type { Page } from '@playwright/test';
import { withholdResponse } from './support/lost-response.ts';
import { taggedMember } from './support/members.ts';
import { personWith } from './support/people.ts';
import { joliet, staff } from './support/register.ts';
import { countCalls, lookUp, resultOf } from './support/screen.ts';
import { duringStripeOutage } from './support/stripe-outage.ts';
import { expect, test } from './support/test.ts';
import { usageIdsOf } from './support/usages.ts';

const box = (page: Page) => page.getByLabel('Plate or tag');
const recent = (page: Page) => page.getByRole('table').filter({ hasText: 'Redeemed' });

test.beforeEach(async ({ context, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
});

test('one glance tells who may go on, and the words go after 5 seconds', async ({ page, workbench }) => {
  const { canceled, pastDue } = workbench.company.edgeCases;
  await page.clock.install();
  await page.goto('/redeemunlimited');

  await lookUp(page, canceled.code.toLowerCase());
  await expect(resultOf(page)).toContainText('Not Active');
  await expect(resultOf(page)).toContainText('No Active Plan Found in Stripe');

  await lookUp(page, 'ZZZ9998-IN');
  await expect(resultOf(page)).toContainText('Customer Not Found in Stripe');

  await lookUp(page, pastDue.code);
  await expect(resultOf(page)).toContainText('Payment due');
  await expect(resultOf(page)).toContainText('Usage recorded');
  await expect(box(page)).toHaveValue(pastDue.code);
  for (const status of ['Not Active', 'Not Found', 'Active']) await expect(recent(page)).toContainText(status);

  await page.clock.runFor(4_000);
  await expect(resultOf(page)).toContainText('Payment due');
  await page.clock.runFor(1_100);
  await expect(resultOf(page)).toHaveText('Scan or type a plate or tag.');
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
});

test('the recent list forgets after 5 minutes', async ({ page, newMember }) => {
  const { plate } = newMember();
  await page.clock.install();
  await page.goto('/redeemunlimited');
  await lookUp(page, plate);
  await expect(recent(page).getByRole('img', { name: `Plate ${plate}` })).toBeVisible();
  await page.clock.fastForward('04:30');
  await expect(recent(page)).toContainText('4 min ago');
  await page.clock.fastForward('00:40');
  await expect(recent(page).getByRole('img', { name: `Plate ${plate}` })).toBeHidden();
});

test('a price increase prints its notice by itself', async ({ page, workbench, devices }) => {
  const { priceIncrease } = workbench.company.edgeCases;
  const before = (await devices.receipts(joliet.site)).length;
  await page.goto('/redeemunlimited');
  await lookUp(page, priceIncrease.code);
  await expect(resultOf(page)).toContainText('New price ahead');
  const paper = await devices.receiptAfter(joliet.site, before);
  expect(paper).toContain(priceIncrease.code);
  expect(paper).toMatch(/price/i);
  await expect(page.getByRole('region', { name: 'Last customer' }).getByRole('status')).toContainText(/printed/i);
  expect(await devices.receipts(joliet.site)).toHaveLength(before + 1);
});

test('hands need no mouse', async ({ page, newMember, devices }) => {
  const { plate } = newMember();
  const [characters = '', state = ''] = plate.split('-');
  const before = (await devices.receipts(joliet.site)).length;
  await page.goto('/redeemunlimited');
  await expect(box(page)).toBeFocused();

  await page.getByRole('link', { name: 'Log Out' }).focus();
  await page.keyboard.type('WRONG');
  await expect(box(page)).toHaveValue('WRONG');
  await page.keyboard.press('F4');
  await expect(box(page)).toHaveValue('');

  await page.keyboard.type(characters);
  await page.keyboard.press({ IL: 'Alt+l', IN: 'Alt+n', HI: 'Alt+i' }[state] ?? '');
  await expect(box(page)).toHaveValue(plate);
  await page.keyboard.press('F2');
  await expect(resultOf(page)).toContainText('Usage recorded');

  await page.keyboard.press('F7');
  expect(await devices.receiptAfter(joliet.site, before)).toContain(plate);
  await page.keyboard.press('F9');
  await expect(page.getByText('Joliet south is open')).toBeVisible();
});

test('two presses and a reload are one usage', async ({ page, workbench, newMember }) => {
  const { plate } = newMember();
  const calls = countCalls(page, new RegExp(`/api/dxt/${plate}`));
  await page.goto('/redeemunlimited');
  await box(page).fill(plate);
  await page.getByRole('button', { name: 'Lookup', exact: true }).dblclick();
  await expect(resultOf(page)).toContainText('Usage recorded');
  expect(calls()).toBe(1);
  await page.reload();
  await expect(recent(page).getByRole('img', { name: `Plate ${plate}` })).toBeVisible();
  await lookUp(page, plate);
  await expect(resultOf(page)).toContainText('Customer Already Redeemed');
  await expect.poll(() => usageIdsOf(workbench, joliet.site, plate)).toHaveLength(1);
});

test('a reload before the answer leaves a Check, which records nothing more', async ({ page, workbench, newMember }) => {
  const { plate } = newMember();
  await page.goto('/redeemunlimited');
  await page.route(`**/api/dxt/${plate}**`, withholdResponse, { times: 1 });
  await lookUp(page, plate);
  await expect.poll(() => usageIdsOf(workbench, joliet.site, plate)).toHaveLength(1);
  await page.reload();
  await page.getByRole('button', { name: `Check ${plate}` }).click();
  await expect(resultOf(page)).toContainText('Usage recorded');
  expect(await usageIdsOf(workbench, joliet.site, plate)).toHaveLength(1);
});

test('Stripe is away: members go on', async ({ page, workbench, newMember }) => {
  const { plate } = newMember();
  await page.goto('/redeemunlimited');
  await duringStripeOutage(workbench, async () => {
    await lookUp(page, plate);
    await expect(resultOf(page)).toContainText('Usage recorded');
  });
  await expect.poll(() => usageIdsOf(workbench, joliet.site, plate)).toHaveLength(1);
});

test('a state’s button completes the plate', async ({ page }) => {
  await page.goto('/redeemunlimited');
  await box(page).fill('ABC123');
  await page.getByRole('button', { name: 'Illinois' }).click();
  await expect(box(page)).toHaveValue('ABC123-IL');
  await page.getByRole('button', { name: 'Hawaii' }).click();
  await expect(box(page)).toHaveValue('ABC123-HI');
  await page.getByRole('button', { name: 'Clear Plate' }).click();
  await expect(box(page)).toHaveValue('');
});

test('a scanned tag is looked up at once, and its plate counts as the same customer', async ({ page, workbench, newMember }) => {
  const member = taggedMember(newMember);
  await page.goto('/redeemunlimited');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(`$R${member.tag.replace('+', '')}\n`);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('Customer Already Redeemed');
  await expect.poll(() => usageIdsOf(workbench, joliet.site, member.tag)).toHaveLength(1);
  expect(await usageIdsOf(workbench, joliet.site, member.plate)).toEqual([]);
});

test('the last customer leads to Stripe’s dashboard, and a plain browser says how to reach Sitewatch', async ({ page, newMember }) => {
  const member = newMember();
  await page.goto('/redeemunlimited');
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await page.getByRole('button', { name: 'Send to Sitewatch' }).click();
  await expect(page.getByText(`type ${member.plate} into the sale by hand`)).toBeVisible();
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open In Stripe Dashboard' }).click();
  await expect((await tab).getByText(member.id)).toBeVisible();
});
