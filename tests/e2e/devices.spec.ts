import { personWith } from './support/people.ts';
import { chooseNoTerminal, joliet, linkFor, signIn } from './support/register.ts';
import { choose, enterNameAndPassword } from './support/screen.ts';
import { expect, test } from './support/test.ts';

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
