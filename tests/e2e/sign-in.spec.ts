import type { BrowserContext, Page } from '@playwright/test';
import { personWith } from './support/people.ts';
import { chooseNoTerminal, enrol, joliet, linkFor, signIn, staff } from './support/register.ts';
import { choose, press } from './support/screen.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

async function enterNumber(page: Page, number: number): Promise<void> {
  await press(page, String(number));
  await page.getByRole('button', { name: 'OK' }).click();
}

async function enterNameAndPassword(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
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

test.describe('a session', () => {
  test('a missing role is told, with a way back', async ({ context, page, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'Cashier'));
    await page.goto('/admin/flags');
    await expect(page.getByRole('alert')).toContainText('You do not have the proper permissions to access this resource');
    await page.getByRole('link', { name: 'go back' }).click();
    await expect(page.getByRole('heading', { name: 'Customer search' })).toBeVisible();
  });

  test('another person may take over, and goes where the first could not', async ({ context, page, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'Cashier'));
    await page.goto('/admin/flags');
    await enterNameAndPassword(page, personWith(workbench.company, 'Admin'));
    await expect(page.getByRole('heading', { name: 'Feature flags' })).toBeVisible();
  });

  test('logging out ends it in every tab', async ({ context, page, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'User'));
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: personWith(workbench.company, 'User').name })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/search');
    await expect(other.getByRole('heading', { name: 'Customer search' })).toBeVisible();
    await page.getByRole('link', { name: 'Log Out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goto('/search');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('two tabs that both need a fresh token refresh it once', async ({ context, page, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'Cashier'));
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/search');
      await expect(tab.getByRole('heading', { name: 'Customer search' })).toBeVisible();
    }
    const refreshes: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/auth/refreshtoken')) refreshes.push(request.url());
    });
    await refuseTokenOfFirstCall(context);
    for (const tab of [page, other]) await tab.getByLabel('Plate, tag, name').fill('nobody at all');
    await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Search' }).click()));
    for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Customer Not Found' })).toBeVisible();
    expect(refreshes).toHaveLength(1);
  });

  test('one that ended elsewhere leads to the sign-in, and back to the same place', async ({ context, page, workbench }) => {
    const cashier = personWith(workbench.company, 'Cashier');
    await staff(context, workbench, cashier);
    await page.goto('/search');
    await expect(page.getByRole('heading', { name: 'Customer search' })).toBeVisible();
    await context.clearCookies({ name: /refresh/i });
    await page.route(search, (route) => route.fulfill({ status: 401, json: expired }));
    await page.getByLabel('Plate, tag, name').fill('nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('tab', { name: 'Cashier Login' }).click();
    await page.keyboard.type(String(cashier.employeeNumber));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL('/search?searchString=nobody');
  });
});

const search = '**/api/customer/search/**';

/** As if the access token that is in use now had run out: every search under it is refused, under another it goes through. */
async function refuseTokenOfFirstCall(context: BrowserContext): Promise<void> {
  let stale: string | undefined;
  await context.route(search, async (route) => {
    const { authorization } = route.request().headers();
    stale ??= authorization;
    await (authorization === stale ? route.fulfill({ status: 401, json: expired }) : route.continue());
  });
}

const expired = { code: 'token_expired', message: 'Please sign in again', requestId: 'of a test' };

test.describe('a device', () => {
  test('a link that was used says so', async ({ page, browser, workbench }) => {
    const link = await linkFor(workbench);
    await page.goto(link);
    await page.getByRole('button', { name: 'Enrol' }).click();
    await expect(page.getByRole('heading', { name: 'This browser is enrolled' })).toBeVisible();
    const stranger = await browser.newPage();
    await stranger.goto(link);
    await stranger.getByRole('button', { name: 'Enrol' }).click();
    await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await stranger.close();
  });

  test('an Admin makes a link, and revokes the device: who works there is signed out', async ({ page, browser, workbench }) => {
    const admin = personWith(workbench.company, 'Admin');
    await chooseNoTerminal(page.context(), workbench, joliet.site);
    await page.goto('/admin/devices');
    await enterNameAndPassword(page, admin);
    await page.getByRole('button', { name: 'Enrol a device' }).click();
    await page.getByLabel('Name').fill('Lot tablet');
    await choose(page, 'Site', '12 Joliet');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.getByRole('textbox', { name: 'Enrolment link' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();

    const context = await browser.newContext();
    await chooseNoTerminal(context, workbench, joliet.site);
    const register = await context.newPage();
    await register.goto(link);
    await register.getByRole('button', { name: 'Enrol' }).click();
    await register.getByRole('button', { name: 'Continue' }).click();
    await signIn(context, personWith(workbench.company, 'Cashier'));
    await register.goto('/search');
    await expect(register.getByRole('heading', { name: 'Customer search' })).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Revoke Lot tablet' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Lot tablet is out of service')).toBeVisible();

    await register.getByLabel('Plate, tag, name').fill('nobody');
    await register.keyboard.press('Enter');
    await expect(register.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await register.reload();
    await register.getByRole('tab', { name: 'Cashier Login' }).click();
    await expect(register.getByText('This browser is not enrolled')).toBeVisible();
    await context.close();
  });
});
