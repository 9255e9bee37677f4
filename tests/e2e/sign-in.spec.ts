import { personWith } from './support/people.ts';
import { enrol } from './support/register.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

test('an unenrolled browser signs in by name, chooses where it works, and goes on where it was asked for, without a mouse', async ({
  page,
  workbench,
}) => {
  const { username, password } = personWith(workbench.company, 'User');
  await page.goto('/redeemunlimited?note=kept');
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
  await expect(page).toHaveURL('/redeemunlimited?note=kept');
  await expect(page.getByRole('banner')).toContainText(/Joliet|Merrillville/);
});

test('somebody with a higher role signs in at a register by number and PIN, without a mouse', async ({
  context,
  page,
  workbench,
  place,
}) => {
  const manager = personWith(workbench.company, 'SalesManager');
  await enrol(context, workbench, place);
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
  await expect(page.getByRole('banner')).toContainText('SalesManager');
});
