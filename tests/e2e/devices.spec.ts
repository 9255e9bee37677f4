import { personWith } from './support/people.ts';
import { chooseNoTerminal, signIn } from './support/register.ts';
import { choose, enterNameAndPassword } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('an Admin makes a link, which enrolls one browser and no second, and revokes the device: who works there is signed out', async ({
  page,
  browser,
  workbench,
  workplace,
}) => {
  const { site, town } = workplace;
  const device = `Lot tablet ${await workbench.nextNumber('device')}`;
  await chooseNoTerminal(page.context(), workbench, site);
  await page.goto('/admin/devices');
  await enterNameAndPassword(page, personWith(workbench.company, 'Admin'));
  await page.getByRole('button', { name: 'Enroll a Device' }).click();
  await page.getByLabel('Name').fill(device);
  await choose(page, 'Site', town);
  await page.getByRole('button', { name: 'Create Link' }).click();
  const link = await page.getByRole('textbox', { name: 'Enrollment link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext();
  await chooseNoTerminal(context, workbench, site);
  const register = await context.newPage();
  await register.goto(link);
  await register.getByRole('button', { name: 'Enroll' }).click();
  await expect(register.getByRole('heading', { name: 'This browser is enrolled' })).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await stranger.close();

  await signIn(context, personWith(workbench.company, 'Cashier'));
  await register.goto('/search');
  await expect(register.getByRole('heading', { name: 'Customer Lookup' })).toBeVisible();

  await page.reload();
  await page.getByLabel('Find a device').fill(device);
  await page.getByRole('button', { name: `Revoke ${device}`, exact: true }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`${device} is out of service`)).toBeVisible();

  await register.getByLabel('Plate, tag, name').fill('nobody');
  await register.keyboard.press('Enter');
  await expect(register.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await register.reload();
  await register.getByRole('tab', { name: 'Cashier Login' }).click();
  await expect(register.getByText('This browser isn’t enrolled')).toBeVisible();
  await context.close();
});
