import type { Page } from '@playwright/test';
import { taggedMember } from './support/members.ts';
import { countCalls, lookUp, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { usageIdsOf } from './support/usages.ts';

const box = (page: Page) => page.getByLabel('Plate or tag');
const recent = (page: Page) => page.getByRole('table').filter({ hasText: 'Redeemed' });

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
  await expect(box(page)).toBeFocused();
});

test('members are let through without a mouse: plate, state, receipt and gate; a scanned tag is looked up at once, and its plate counts as the same customer', async ({
  page,
  workbench,
  workplace,
  newMember,
  devices,
}) => {
  const { plate } = await newMember();
  const [characters = '', state = ''] = plate.split('-');
  const before = (await devices.receipts()).length;

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
  expect(await devices.receiptAfter(before)).toContain(plate);
  await page.keyboard.press('F9');
  await expect(page.getByText(`${workplace.town} south is open`)).toBeVisible();

  const member = await taggedMember(newMember);
  await page.keyboard.type(`$R${member.tag.replace('+', '')}\n`);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('Customer Already Redeemed');
  await expect.poll(() => usageIdsOf(workbench, workplace.site, member.tag)).toHaveLength(1);
  expect(await usageIdsOf(workbench, workplace.site, member.plate)).toEqual([]);
});

test('two presses and a reload are one usage; the last customer leads to Stripe’s dashboard, and to Sitewatch by hand', async ({
  page,
  workbench,
  workplace,
  newMember,
}) => {
  const { id, plate } = await newMember();
  const calls = countCalls(page, new RegExp(`/api/dxt/${plate}`));
  await box(page).fill(plate);
  await page.getByRole('button', { name: 'Lookup', exact: true }).dblclick();
  await expect(resultOf(page)).toContainText('Usage recorded');
  expect(calls()).toBe(1);

  await page.getByRole('button', { name: 'Send to Sitewatch' }).click();
  await expect(page.getByText(`Enter ${plate} in the sale by hand`)).toBeVisible();
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open In Stripe Dashboard' }).click();
  await expect((await tab).getByText(id)).toBeVisible();

  await page.reload();
  await expect(recent(page).getByRole('img', { name: `Plate ${plate}` })).toBeVisible();
  await lookUp(page, plate);
  await expect(resultOf(page)).toContainText('Customer Already Redeemed');
  await expect.poll(() => usageIdsOf(workbench, workplace.site, plate)).toHaveLength(1);
});

test('on the smallest register the answer is at the top, of one height and in letters for two metres, and both lists are in sight', async ({
  page,
  newMember,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const place = async () => {
    const { y = 0, height = 0 } = (await resultOf(page).locator('..').boundingBox()) ?? {};
    return { y, height };
  };
  const idle = await place();
  expect(idle.y + idle.height).toBeLessThan(768 / 2);
  for (const [code, word] of [
    [(await newMember()).plate, 'Let in'],
    ['NOBODY1-IL', 'Not found'],
  ] as const) {
    await lookUp(page, code);
    const answer = resultOf(page).getByText(word, { exact: true });
    await expect(answer).toBeVisible();
    await expect(answer).toHaveCSS('font-size', '48px');
    expect(await place()).toEqual(idle);
  }
  for (const name of ['Recent Customers', 'RFID Tags Read']) {
    const tab = page.getByRole('tab', { name });
    await tab.click();
    await expect(tab).toBeInViewport();
    await expect(page.getByRole('tabpanel').getByRole('columnheader').first()).toBeInViewport();
  }
  await page.getByRole('tab', { name: 'Recent Customers' }).click();
  await expect(page.getByRole('row', { name: /NOBODY1-IL/ })).toBeInViewport();
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(768);
});
