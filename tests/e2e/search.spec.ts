import type { Locator, Page } from '@playwright/test';
import type { Member } from '@washdesk/tests/simulators/company/member-model';
import { personWith } from './support/people.ts';
import { staff } from './support/register.ts';
import { duringStripeOutage } from './support/stripe-outage.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

const box = (page: Page) => page.getByLabel('Plate, tag, name, phone, e-mail or last 4');

async function searchFor(page: Page, term: string): Promise<void> {
  await box(page).fill(term);
  await page.keyboard.press('Enter');
}

/** The member in the list, or, as the only hit, on the page that has opened. */
function foundOrOpened(page: Page, { name, plate }: Member): Locator {
  const row = page.getByRole('row').filter({ has: page.getByRole('img', { name: `Plate ${plate}` }) });
  return row.or(page.getByRole('heading', { name }));
}

function commonLastName(members: readonly Member[]): string {
  const byName = Map.groupBy(members, ({ lastName }) => lastName);
  return [...byName].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
}

test.describe('a cashier', () => {
  test.beforeEach(async ({ context, page, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'Cashier'));
    await page.goto('/search');
    await expect(box(page)).toBeFocused();
  });

  test('finds a member by whatever is known, and the page opens by itself', async ({ page, workbench }) => {
    const { company } = workbench;
    const member = company.members.find(({ id }) => id === company.edgeCases.accentedName.customer)!;
    const { plate, tag, name, phone, email } = member;
    for (const term of [plate.toLowerCase(), tag ?? '', name, phone, email]) {
      await test.step(term, async () => {
        await searchFor(page, term);
        await expect(page).toHaveURL(`/customers/${member.id}`);
        await expect(page.getByRole('heading', { name })).toBeVisible();
        await expect(page.getByRole('img', { name: `Plate ${plate}` })).toBeVisible();
        await page.getByRole('link', { name: 'Search Again' }).click();
      });
    }
  });

  test('finds by part of a plate, and by the last 4 of a card', async ({ page, workbench }) => {
    const { company } = workbench;
    const member = company.members.find(({ id }) => id === company.edgeCases.ordinary.customer)!;
    await searchFor(page, member.card!.last4);
    await expect(foundOrOpened(page, member)).toBeVisible();
    await page.goto(`/search?searchString=${member.plate.slice(1, 6)}`);
    await expect(foundOrOpened(page, member)).toBeVisible();
  });

  test('reads many ten a page, and back', async ({ page, workbench }) => {
    await searchFor(page, commonLastName(workbench.company.members));
    const names = page.getByRole('region', { name: 'Customers found' }).locator('tbody').getByRole('link');
    await expect(names).toHaveCount(10);
    const first = await names.allTextContents();
    await page.getByRole('button', { name: 'Next 10 Results' }).click();
    await expect(page.getByText('Page 2')).toBeVisible();
    await expect(names).not.toHaveText(first);
    await page.getByRole('button', { name: 'Previous 10 Results' }).click();
    await expect(names).toHaveText(first);
  });

  test('needs no mouse', async ({ page, workbench }) => {
    await page.keyboard.type(commonLastName(workbench.company.members));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Next 10 Results' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Page 2')).toBeVisible();
    await tabTo(page, page.getByRole('region', { name: 'Customers found' }).locator('tbody').getByRole('link').first(), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Plan' })).toBeVisible();
    await expect(page).toHaveURL(/\/customers\/cus_/);
    await page.keyboard.press('F3');
    await expect(box(page)).toBeFocused();
  });

  test('finds members while Stripe is away', async ({ page, workbench }) => {
    const { code, customer } = workbench.company.edgeCases.ordinary;
    await duringStripeOutage(workbench, async () => {
      await searchFor(page, code);
      await expect(page).toHaveURL(`/customers/${customer}`);
      await expect(page.getByRole('img', { name: `Plate ${code}` })).toBeVisible();
    });
  });

  test('is asked for a value when the box is empty', async ({ page }) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please specify a search value');
  });

  test('may sign up whom nobody knows', async ({ page }) => {
    await searchFor(page, 'ZZZ9999-IN');
    await expect(page.getByRole('heading', { name: 'Customer Not Found' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
    await expect(page.getByLabel('Plate', { exact: true })).toHaveValue('ZZZ9999-IN');
    await page.getByRole('link', { name: 'Search Again' }).click();
    await expect(box(page)).toBeFocused();
  });

  test('is warned of a running club plan outside Stripe', async ({ page, workbench }) => {
    await searchFor(page, workbench.company.edgeCases.nonStripeClub.code);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Customer Found with Non Stripe club plan active');
    await expect(dialog).toContainText(/Customer Found who is in a non Stripe club plan \[.+\] that expires on \d\d\/\d\d\/\d{4}/);
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await expect(dialog).toBeHidden();
  });

  test('opens a link that bears the search', async ({ page, workbench }) => {
    const { code, customer } = workbench.company.edgeCases.ordinary;
    await page.goto(`/search?searchString=${code}`);
    await expect(page).toHaveURL(`/customers/${customer}`);
  });

  test('scans a tag wherever the focus is', async ({ page, workbench }) => {
    const { tag, customer } = workbench.company.edgeCases.ordinary;
    await page.getByRole('link', { name: 'Log Out' }).focus();
    await page.keyboard.type(`$R${tag?.replace('+', '')}\n`);
    await expect(page).toHaveURL(`/customers/${customer}`);
  });

  test('is told of a scan of an unknown type', async ({ page }) => {
    await page.keyboard.type('$X12345');
    await expect(page.getByRole('alert')).toContainText('Unknown scan type [X]');
  });

  test('reads of two customers with one plate', async ({ page, workbench }) => {
    const { sharedPlateLive } = workbench.company.edgeCases;
    await searchFor(page, sharedPlateLive.code);
    const found = page.getByRole('region', { name: 'Customers found' });
    await expect(found.getByRole('img', { name: `Plate ${sharedPlateLive.code}` })).toHaveCount(2);
    await expect(found).toContainText('Canceled');
    await expect(found).toContainText('Active');
  });
});

test('a sales manager keeps the list: a customer opens in a new tab', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'SalesManager'));
  const { code, customer } = workbench.company.edgeCases.sharedPlateLive;
  await page.goto(`/search?searchString=${code}`);
  const tab = context.waitForEvent('page');
  const found = page.getByRole('region', { name: 'Customers found' });
  await found.getByRole('row').filter({ hasText: 'Active' }).getByRole('link').click();
  await expect(await tab).toHaveURL(`/customers/${customer}`);
  await expect(found).toBeVisible();
});
