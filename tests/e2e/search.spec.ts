import type { Locator, Page } from '@playwright/test';
import type { Member } from '@washdesk/simulators/company/member-model';
import { memberOf } from './support/members.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

const box = (page: Page) => page.getByLabel('Plate, tag, name, phone, email or last 4');
const found = (page: Page) => page.getByRole('region', { name: 'Customers found' });

async function searchFor(page: Page, term: string): Promise<void> {
  // A filled-in value is not a key press: nothing buffers it while the previous search closes.
  await expect(box(page)).toHaveValue('');
  await box(page).fill(term);
  await page.keyboard.press('Enter');
}

/** Returns the member in the list, or, as the only hit, on the opened page. */
function foundOrOpened(page: Page, { name, plate }: Member): Locator {
  const row = page.getByRole('row').filter({ has: page.getByRole('img', { name: `Plate ${plate}` }) });
  return row.or(page.getByRole('heading', { name }));
}

function commonLastName(members: readonly Member[]): string {
  const byName = Map.groupBy(members, ({ lastName }) => lastName);
  return [...byName].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
}

test('a cashier finds a member by whatever is known, also by a scan, and turns pages and opens a customer without a mouse', async ({
  page,
  workbench,
  signInAs,
}) => {
  const { company } = workbench;
  const { accentedName, ordinary, nonStripeClub } = company.edgeCases;
  const member = memberOf(company, accentedName);
  const { plate, tag, name, phone, email } = member;
  await signInAs('Cashier');
  await page.goto('/search');
  for (const term of [plate.toLowerCase(), tag ?? '', name, phone, email]) {
    await test.step(term, async () => {
      await searchFor(page, term);
      await expect(page).toHaveURL(`/customers/${member.id}`);
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Customer', exact: true }).getByRole('img', { name: `Plate ${plate}` })).toBeVisible();
      await page.getByRole('link', { name: 'Customer Lookup' }).click();
    });
  }
  const other = memberOf(company, ordinary);
  for (const part of [other.card!.last4, other.plate.slice(1, 6)]) {
    await test.step(part, async () => {
      await searchFor(page, part);
      await expect(foundOrOpened(page, other)).toBeVisible();
      await page.getByRole('link', { name: 'Customer Lookup' }).click();
    });
  }
  await test.step('a running club plan outside Stripe', async () => {
    await searchFor(page, nonStripeClub.code);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Customer Found with Non Stripe club plan active');
    await expect(dialog).toContainText(/Customer Found who is in a non Stripe club plan \[.+\] that expires on \d\d\/\d\d\/\d{4}/);
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await expect(dialog).toBeHidden();
  });
  await test.step('a scan', async () => {
    await page.getByRole('link', { name: 'Log Out' }).focus();
    await page.keyboard.type(`$R${other.tag?.replace('+', '')}\n`);
    await expect(page).toHaveURL(`/customers/${other.id}`);
  });
  await test.step('many, page by page', async () => {
    await expect(page.getByRole('link', { name: 'Customer Lookup' })).toBeVisible();
    await page.keyboard.press('F3');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(commonLastName(workbench.company.members));
    await page.keyboard.press('Enter');
    const names = found(page)
      .locator('tbody')
      .getByRole('link', { name: /^(?!Redeem|Reinstate|See Why|Sign Up)/ });
    await expect(names).toHaveCount(10);
    const first = await names.allTextContents();
    const cells = found(page).locator('tbody tr').first().locator('td');
    const leftOf = async (place: number): Promise<number> => (await cells.nth(place).boundingBox())?.x ?? 0;
    expect(await leftOf(1)).toBeGreaterThan(await leftOf(0));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await leftOf(1)).toBe(await leftOf(0));
    await expect(names.first()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
    await tabTo(page, page.getByRole('button', { name: 'Next 10 Results' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Page 2')).toBeVisible();
    await expect(names).not.toHaveText(first);
    await tabTo(page, names.first(), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Customer Info' })).toBeVisible();
    await expect(page).toHaveURL(/\/customers\/cus_/);
    await page.keyboard.press('F3');
    await expect(box(page)).toBeFocused();
  });
});
