import type { Page } from '@playwright/test';
import { personWith } from './support/people.ts';
import { enrol } from './support/register.ts';
import { choose, enterNameAndPassword, press } from './support/screen.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

async function enterNumber(page: Page, number: number): Promise<void> {
  await press(page, String(number));
  await page.getByRole('button', { name: 'OK' }).click();
}

test.describe('with an employee number', () => {
  test.beforeEach(async ({ context, page, workbench }) => {
    await enrol(context, workbench);
    await page.goto('/locationlanding');
    await expect(page.getByLabel('Employee number')).toBeVisible();
  });

  test('someone with a higher role gives the PIN', async ({ page, workbench }) => {
    const manager = personWith(workbench.company, 'SalesManager');
    await enterNumber(page, manager.employeeNumber);
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Enter your PIN')).toBeVisible();
    await press(page, '0000');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('alert')).toContainText('The PIN is wrong');
    await press(page, manager.pin);
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('SalesManager');
  });

  test('or goes on as a cashier', async ({ page, workbench }) => {
    const manager = personWith(workbench.company, 'SalesManager');
    await enterNumber(page, manager.employeeNumber);
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('button', { name: 'Continue as cashier' }).click();
    await expect(page.getByRole('banner')).toContainText('Cashier');
    await expect(page.getByRole('banner')).not.toContainText('SalesManager');
  });

  test('a number that nobody has is told, and the next one works', async ({ page, workbench }) => {
    await enterNumber(page, 99_999);
    await expect(page.getByRole('alert')).toContainText('Employee Number not found');
    await page.getByRole('button', { name: 'Clr: clear' }).click();
    await expect(page.getByText('Employee Number not found')).toBeHidden();
    const cashier = personWith(workbench.company, 'Cashier');
    await page.keyboard.type(String(cashier.employeeNumber));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`You have selected ${cashier.name}. is this correct?`)).toBeVisible();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(page.getByLabel('Employee number')).toBeVisible();
  });
});

test.describe('with a username', () => {
  test('an unenrolled browser signs in by name, then chooses where it works', async ({ page, workbench }) => {
    await page.goto('/redeemunlimited?note=kept');
    await page.getByRole('tab', { name: 'Cashier Login' }).click();
    await expect(page.getByText('This browser is not enrolled')).toBeVisible();
    await page.getByRole('button', { name: 'Use username and password' }).click();
    await enterNameAndPassword(page, personWith(workbench.company, 'User'));
    await choose(page, 'Location', 'Merrillville, IN');
    await page.getByRole('button', { name: 'Set Location' }).click();
    await choose(page, 'Card reader', 'No Terminal');
    await page.getByRole('button', { name: 'Set Reader' }).click();
    await expect(page).toHaveURL('/redeemunlimited?note=kept');
    await expect(page.getByRole('heading', { name: 'Redeem' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Merrillville');
  });

  test('a wrong password is told in the server’s words', async ({ page, workbench }) => {
    await page.goto('/');
    const { username } = personWith(workbench.company, 'Scheduler');
    await enterNameAndPassword(page, { username, password: 'not the one' });
    await expect(page.getByRole('alert')).toContainText('Failed to Login Employee');
  });

  test('the cashier’s keypad comes first for a register that names its terminal', async ({ page }) => {
    await page.goto('/?xptUser=Washcashier1');
    await expect(page.getByRole('tab', { name: 'Cashier Login' })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('hands need no mouse', () => {
  test('to give a name and a password, and to choose location and reader', async ({ page, workbench }) => {
    const { username, password } = personWith(workbench.company, 'User');
    await page.goto('/redeemunlimited');
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
    await page.keyboard.type(username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('combobox', { name: 'Location' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Set Location' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('combobox', { name: 'Card reader' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Set Reader' }));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Plate or tag')).toBeFocused();
  });

  test('to give a number and a PIN', async ({ context, page, workbench }) => {
    const manager = personWith(workbench.company, 'SalesManager');
    await enrol(context, workbench);
    await page.goto('/locationlanding');
    await expect(page.getByLabel('Employee number')).toBeFocused();
    await page.keyboard.type(String(manager.employeeNumber));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('PIN')).toBeFocused();
    await page.keyboard.type(manager.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
  });
});
