import { expect, test } from './support/test.ts';

test('a price manager edits a product, a price range and a club plan, each saved by itself', async ({ page, signInAs, workplace }) => {
  await signInAs('PriceManager');
  await page.goto('/office/');
  await page.getByRole('link', { name: /^Price ranges/ }).click();
  const range = page.getByRole('form', { name: 'Price range of Oil Change' });
  const lowest = range.getByLabel('Lowest price');
  const former = await lowest.inputValue();
  await lowest.fill('9999');
  await expect(range.getByText('$99.99')).toBeVisible();
  await range.getByRole('button', { name: 'Save Oil Change' }).click();
  await expect(range.getByText('must not be below the lowest price', { exact: false }).first()).toBeVisible();
  const wanted = former === '600' ? '500' : '600';
  await lowest.fill(wanted);
  await lowest.press('Enter');
  await expect(range.getByText('Price range saved: Oil Change')).toBeVisible();

  await page.goto('/office/products/');
  await page.getByRole('button', { name: 'Edit Oil Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Oil Change' });
  const order = await dialog.getByRole('textbox', { name: 'Sort order' }).inputValue();
  for (const value of ['50', order]) {
    await dialog.getByRole('textbox', { name: 'Sort order' }).fill(value);
    await dialog.getByRole('button', { name: 'Save Sort order' }).click();
    await expect(dialog.getByText('Sort order was saved')).toBeVisible();
  }

  await page.goto('/office/pricegrid');
  await expect(page.getByRole('columnheader', { name: 'Super Kiss', exact: true })).toBeVisible();
  await page.goto('/office/clubplans');
  await expect(page.getByRole('heading', { level: 1, name: `Club Plans of ${workplace.town}` })).toBeVisible();
  const itemOf = async (plan: string) => (await page.getByRole('row', { name: plan }).getByRole('cell').nth(2).textContent()) ?? '';
  const plan = 'CLUB EXTERIOR 12 MONTHS';
  for (const item of [await itemOf('STR INTERIOR'), await itemOf(plan)]) {
    await page.getByRole('button', { name: `Edit ${plan}` }).click();
    await page.getByRole('dialog').getByLabel('Redeem ID').fill(item);
    await page.getByRole('button', { name: 'Save Club Plan' }).click();
    await expect(page.getByText(`${plan} saved`)).toBeVisible();
    await expect(page.getByRole('row', { name: plan }).getByRole('cell').nth(2)).toHaveText(item);
  }
});

test('an Admin reads in the audit who changed what, and has it checked', async ({ page, signInAs }) => {
  await signInAs('Admin');
  await page.goto('/admin/config');
  const option = page.getByRole('switch', { name: 'Cashiers can change the amount' });
  for (let times = 0; times < 2; times += 1) {
    const isOn = await option.isChecked();
    await option.click();
    await expect(option).toBeChecked({ checked: !isOn });
  }
  await page.goto('/admin/audit');
  await page.getByLabel('Object').fill('setting:AllowManualEntry');
  await page.keyboard.press('Enter');
  const show = page.getByRole('button', { name: 'Compare before and after: Setting changed, Setting AllowManualEntry' }).first();
  await show.click();
  await expect(
    page.getByRole('dialog', { name: 'Setting changed' }).getByRole('row', { name: /^value (Yes No|No Yes) Changed/ }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Check Now' }).click();
  await expect(page.getByRole('region', { name: 'Seal' })).toContainText('The audit log is intact');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('audit.csv');
});
