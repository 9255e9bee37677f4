import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { personWith } from './support/people.ts';
import { chooseNoTerminal, enrol, joliet, linkFor, signIn, staff } from './support/register.ts';
import { lookUp, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

test('what stands before the screens can be used by everybody', async ({ page, workbench }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(await linkFor(workbench));
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Select Location' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set Location' }).click();
  await expect(page.getByRole('button', { name: 'Another location' })).toBeVisible();
  await expectAccessible(page);
  await chooseNoTerminal(page.context(), workbench, joliet.site);
  await page.goto('/locationlanding');
  await expect(page.getByLabel('Employee number')).toBeVisible();
  await expectAccessible(page);
});

test('the counter can', async ({ context, page, workbench, newMember }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  const { sharedPlateLive, ordinary } = workbench.company.odd;
  await page.goto('/locationlanding');
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/search?searchString=${sharedPlateLive.code}`);
  await expect(page.getByRole('region', { name: 'Customers found' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/customers/${ordinary.customer}`);
  await expect(page.getByText('Contact')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/redeemunlimited');
  await lookUp(page, newMember().plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await expectAccessible(page);
});

test('the office can', async ({ context, page, workbench }) => {
  await enrol(context, workbench);
  await signIn(context, personWith(workbench.company, 'Admin'));
  for (const [path, heading] of [
    ['/admin/', 'Admin Tools'],
    ['/admin/devices', 'Devices'],
    ['/admin/flags', 'Feature flags'],
    ['/profile', 'Alex Moreau'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
    await expectAccessible(page);
  }
});
