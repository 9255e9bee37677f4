import { personWith } from './support/people.ts';
import { staff } from './support/register.ts';
import { expect, test } from './support/test.ts';
import { Role } from '@washdesk/rules/roles';

/** Every screen that is not built yet, by whom may open it. */
const notBuilt = {
  anyone: [
    '/transactions',
    '/charge',
    '/refund',
    '/loyaltylinkup',
    '/isi',
    '/office/',
    '/office/charge',
    '/office/chargecomplete',
    '/setupintentcomplete',
    '/customers/new',
    '/locationrefund',
  ],
  salesManagers: ['/office/clubplans', '/office/schedulerelease', '/office/platelookup'],
  priceManagers: ['/office/products/', '/office/allprices', '/office/pricegrid', '/office/priceranges'],
  reporters: ['/office/reports', '/office/report'],
  admins: [
    'blacklist',
    'clientmetrics',
    'keystrokes',
    'terminal',
    'barcode',
    'redis',
    'reports',
    'serviceaccounts/',
    'config',
    'readers',
    'tokens',
    'errorlist',
    'priceselect',
    'console',
    'query',
    'topsellers',
  ].map((tool) => `/admin/${tool}`),
} as const;

/** Screens that are built, by their heading. */
const built = {
  '/': 'Customer search',
  '/search': 'Customer search',
  '/redeemunlimited': 'Redeem',
  '/redeeminterface': 'Redeem',
  '/locationlanding': 'Register',
  '/profile': 'Alex Moreau',
  '/admin/': 'Admin Tools',
  '/admin/tools': 'Admin Tools',
  '/admin/devices': 'Devices',
  '/admin/flags': 'Feature flags',
} as const;

test('every screen opens for an Admin and says something honest, with a way back', async ({ context, page, workbench }) => {
  test.setTimeout(60_000);
  await staff(context, workbench, personWith(workbench.company, 'Admin'));
  for (const path of [...notBuilt.anyone, ...notBuilt.salesManagers, ...notBuilt.admins]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText('This screen is not part of this version yet.')).toBeVisible();
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

test('prices and reports open for those who hold just that role, and for nobody else', async ({ context, page, workbench }) => {
  const manager = workbench.company.logins.find(({ roles }) => roles === (Role.SalesManager | Role.Reporter | Role.PriceManager))!;
  await staff(context, workbench, manager);
  for (const path of [...notBuilt.priceManagers, ...notBuilt.reporters, ...notBuilt.salesManagers]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText('This screen is not part of this version yet.')).toBeVisible();
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
