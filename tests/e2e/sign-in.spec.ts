import { personWith } from './support/people.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';

test('an unenrolled browser signs in by name, chooses where it works, and continues where it was asked for, without a mouse', async ({
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
