import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { personWith } from './support/people.ts';
import { staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

/** Opens the first screen that Ctrl K finds for a question. */
async function ask(page: Page, question: string): Promise<void> {
  await page.goto('/admin/');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Tools' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find an action, screen or customer' }).fill(question);
  await page.keyboard.press('Enter');
}

// docs/it-morning.md

test('who changed the price range, from what to what', async ({ page, context, workbench, workplace, signInAs }) => {
  const manager = await signInAs('PriceManager');
  await page.goto('/office/priceranges');
  const range = page.getByRole('form', { name: 'Price range of Online Offers' });
  const highest = range.getByLabel('Highest, car', { exact: true });
  const former = Number(await highest.inputValue());
  const wanted = former === 4_799 ? 4_699 : 4_799;
  await highest.fill(String(wanted));
  await highest.press('Enter');
  await expect(range.getByText('Price range saved: Online Offers')).toBeVisible();

  await staff(context, workbench, personWith(workbench.company, 'Admin'), workplace);
  await ask(page, 'who changed price');
  const row = page.getByRole('row').filter({ hasText: 'Price range changed' }).first();
  await expect(row).toContainText(manager.name);
  await expect(row).toContainText('Online Offers');
  await expect(row).toContainText(`highest, car: $${(former / 100).toFixed(2)} → $${(wanted / 100).toFixed(2)}`);
});

test('who opened a gate by hand, where and why', async ({ page, context, workbench, workplace, devices, signInAs }) => {
  const cashier = await signInAs('Cashier');
  await devices.gatesCooledDown();
  await page.goto('/lanes');
  const lane = page.getByRole('region', { name: 'Lane 1' });
  await lane.getByRole('button', { name: 'Open Gate' }).click();
  await lane.getByRole('button', { name: 'Gate didn’t open' }).click();
  await expect(lane.getByText(`${workplace.town} north is open`)).toBeVisible();

  await staff(context, workbench, personWith(workbench.company, 'Admin'), workplace);
  await ask(page, 'gate opened by');
  const row = page.getByRole('row').filter({ hasText: 'Gate open' }).filter({ hasText: workplace.town }).first();
  await expect(row).toContainText(cashier.name);
  await expect(row).toContainText(`${workplace.town} north`);
  await expect(row).toContainText('Gate didn’t open');
});

test('why a car waited, by its plate without the state', async ({ page, devices, signInAs }) => {
  await signInAs('Admin');
  const plate = `WAIT${randomInt(100, 1_000)}`;
  await devices.passCamera({ plate, score: 0.7 });
  await ask(page, 'why did the car wait');
  const reason = page.getByText('The gate doesn’t open by itself. A cashier compares the plate and decides.');
  await expect
    .poll(async () => {
      await page.getByLabel('Plate or tag').fill(plate);
      await page.keyboard.press('Enter');
      return reason.count();
    })
    .toBeGreaterThan(0);
});
