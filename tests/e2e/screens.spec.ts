import { Role } from '@washdesk/rules/company/roles';
import { personWith } from './support/people.ts';
import { staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

const notBuiltYet = 'This screen is not part of this version yet.';

/** Screens that are not built yet, by whom may open them. The Admin's are in the menu. */
const notBuilt = {
  anyone: ['/loyaltylinkup', '/isi', '/setupintentcomplete'],
  salesManagers: ['/office/clubplans', '/office/schedulerelease', '/office/platelookup'],
  priceManagers: ['/office/products/', '/office/allprices', '/office/pricegrid', '/office/priceranges'],
  reporters: ['/office/reports', '/office/report'],
} as const;

/** Screens that are built, by their heading; those with tests of their own are not named here. */
const built = { '/locationrefund': 'Refund', '/redeeminterface': 'Redeem', '/profile': 'Marcus Oyelaran', '/locationlanding': 'Register' };

/** The Admin's tools, in the order of the menu. The first two are built. */
const adminTools = [
  '/admin/devices',
  '/admin/flags',
  '/admin/readers',
  '/admin/config',
  '/admin/serviceaccounts/',
  '/admin/tokens',
  '/admin/blacklist',
  '/admin/clientmetrics',
  '/admin/errorlist',
  '/admin/redis',
  '/admin/console',
  '/admin/keystrokes',
  '/admin/terminal',
  '/admin/barcode',
  '/admin/reports',
  '/admin/topsellers',
  '/admin/priceselect',
  '/admin/query',
];

test('every screen of the counter opens and says something honest, with a way back', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'User'));
  for (const path of notBuilt.anyone) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText(notBuiltYet)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to customer search' })).toBeVisible();
    });
  }
  for (const [path, heading] of Object.entries(built)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    });
  }
});

test('the Admin’s menu leads to every tool, and the bar leads back', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Admin'));
  await page.goto('/admin/tools');
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(links).toHaveCount(adminTools.length);
  for (const [place, path] of adminTools.entries()) {
    await test.step(path, async () => {
      await links.nth(place).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Admin Tools');
      await expect(page.getByText(notBuiltYet)).toBeVisible({ visible: place > 1 });
      await page.getByRole('link', { name: 'Back to Admin Tools' }).click();
      await expect(page).toHaveURL('/admin/');
    });
  }
});

test('prices and reports open for those who hold just that role, and for nobody else', async ({ context, page, workbench }) => {
  const manager = workbench.company.logins.find(({ roles }) => roles === (Role.SalesManager | Role.Reporter | Role.PriceManager))!;
  await staff(context, workbench, manager);
  for (const path of [...notBuilt.priceManagers, ...notBuilt.reporters, ...notBuilt.salesManagers]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText(notBuiltYet)).toBeVisible();
    });
  }
  await page.goto('/admin/');
  await expect(page.getByRole('alert')).toContainText('You do not have the proper permissions');
});

test('an unknown address leads to the search, a register’s keeps its query', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await page.goto('/no/such/screen');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Customer search' })).toBeVisible();
  await page.goto('/locationrefund?amount=-12.50&saleid=7');
  await expect(page).toHaveURL('/refund?amount=-12.50&saleid=7');
});

test('a register’s sale finds its screen, or says what is missing', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  for (const [query, ends] of [
    ['?amount=12.50&saleid=7&xptUser=Washcashier1', '/charge?amount=12.50&saleid=7&xptUser=Washcashier1'],
    ['?amount=-12.50&saleid=7', '/refund?amount=-12.50&saleid=7'],
    ['?amount=0', '/redeemunlimited?amount=0'],
  ] as const) {
    await page.goto(`/${query}`);
    await expect(page).toHaveURL(ends);
  }
  await page.goto('/?amount=twelve&saleid=7');
  await expect(page.getByRole('alert')).toHaveText('Required Data is Missing: amount not found.');
});
