import { newEmployee } from './support/people.ts';
import { enrol, replacePin, signIn } from './support/register.ts';
import { expect, test } from './support/test.ts';

test('an Admin adds a person, who signs in with the PIN, and may not once deactivated', async ({
  page,
  browser,
  workbench,
  workplace,
  signInAs,
}) => {
  await signInAs('Admin');
  const { number, name } = await newEmployee(workbench, workplace.site);
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const add = page.getByRole('dialog', { name: 'Add a person' });
  await add.getByLabel('Employee number').fill(String(number));
  await add.getByLabel('Name', { exact: true }).fill(name);
  await add.getByRole('button', { name: 'Add Person' }).click();
  await expect(page.getByText(`${name} was added.`)).toBeVisible();
  await page.getByRole('button', { name: `PIN or password of ${name}` }).click();
  const secret = page.getByRole('dialog', { name: `PIN or password of ${name}` });
  await secret.getByLabel('PIN', { exact: true }).last().fill('1111');
  await secret.getByRole('button', { name: 'Set PIN' }).click();
  await expect(secret.getByRole('alert')).toBeVisible();
  await secret.getByLabel('PIN', { exact: true }).last().fill('739154');
  await secret.getByRole('button', { name: 'Set PIN' }).click();
  await expect(page.getByText(`${name} has a new PIN`)).toBeVisible();

  const given = { employeeNumber: number, pin: '739154' };
  const cashier = { ...given, pin: '806215' };
  const register = await browser.newContext({ baseURL: workbench.url });
  await enrol(register, workbench, workplace);
  await expect(signIn(register, given)).rejects.toThrow('secret_change_required');
  await replacePin(register, given, cashier.pin);
  await signIn(register, cashier);
  await page.getByRole('button', { name: `Deactivate ${name}` }).click();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(page.getByRole('button', { name: `Activate ${name}`, exact: true })).toBeVisible();
  await expect(signIn(register, cashier)).rejects.toThrow('returned 401');
  await register.close();
});
