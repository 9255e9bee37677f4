import { Role } from '@washdesk/rules/company/roles';
import { paths } from '../../web/src/lib/paths.ts';
import { addChangeScreen, goWithin } from '../bench/screen-change.ts';
import { expectAccessible } from './support/accessible.ts';
import { personWith } from './support/people.ts';
import { chooseNoTerminal, joliet, linkFor, staff } from './support/register.ts';
import { lookUp, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

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
  const { sharedPlateLive, ordinary } = workbench.company.edgeCases;
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
  await staff(context, workbench, personWith(workbench.company, 'Admin'));
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

/** Pages of their own, ways in and out, and what only leads elsewhere. */
const elsewhere: readonly string[] = [
  paths.login,
  paths.logout,
  paths.enrol,
  paths.home,
  paths.search,
  paths.locationRefund,
  paths.redeemInterface,
];
const ownPages: readonly string[] = [paths.online, paths.signatureSystem];
const screens = Object.values(paths).filter((path) => !elsewhere.includes(path) && !ownPages.includes(path));

/** What a screen needs in its address to show more than what is missing. */
const queries: Readonly<Record<string, string>> = {
  [paths.signUp]: '?code=ABC123-IL',
  [paths.charge]: '?amount=12.50&saleid=7',
  [paths.refund]: '?amount=-12.50&saleid=7',
};

const inOffice = (path: string): boolean => path.startsWith('/office');
const inAdmin = (path: string): boolean => path.startsWith('/admin');

/** Each area of the app with somebody who may see all of it. */
const parts = [
  { part: 'counter', has: (path: string) => !inOffice(path) && !inAdmin(path), roles: Role.Admin },
  { part: 'office', has: inOffice, roles: Role.SalesManager | Role.Reporter | Role.PriceManager },
  { part: 'admin', has: inAdmin, roles: Role.Admin },
];

for (const { part, has, roles } of parts) {
  test(`every screen of the ${part} can, as it opens`, async ({ context, page, workbench }) => {
    const { logins, edgeCases } = workbench.company;
    await staff(
      context,
      workbench,
      logins.find((login) => login.roles === roles)!,
    );
    await addChangeScreen(context);
    await page.goto('/search');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const path of screens.filter(has)) {
      await test.step(path, async () => {
        await goWithin(page, path.replace(':id', edgeCases.ordinary.customer) + (queries[path] ?? ''));
        await expect(page).not.toHaveURL(/login/);
        if ((await page.getByText('This screen is not part of this version yet.').count()) > 0) return;
        await expect(page.getByRole('status', { name: /^Loading/ })).toBeHidden();
        await expectAccessible(page);
      });
    }
  });
}
