import type { FrameLocator, Page } from '@playwright/test';
import type { RegisterState } from '@washdesk/simulators/register/register-actions';
import { registerUrl } from '@washdesk/workbench/registers';
import { personWith } from './support/people.ts';
import { chooseNoTerminal, type Workplace } from './support/register.ts';
import type { OpenWorkbench } from './support/run-workbench.ts';
import { press } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Opens the simulated register of a site with a signed-in cashier: its panel, and the app beside it. */
async function atTheRegister(page: Page, workbench: OpenWorkbench, { site }: Workplace): Promise<FrameLocator> {
  await chooseNoTerminal(page.context(), workbench, site);
  await page.goto(registerUrl((name) => workbench.port(name), site));
  const app = page.frameLocator('#app');
  await expect(app.getByLabel('Employee number')).toBeVisible();
  await press(app, String(personWith(workbench.company, 'Cashier').employeeNumber));
  await app.getByRole('button', { name: 'OK' }).click();
  await app.getByRole('button', { name: 'Yes' }).click();
  await expect(app.getByRole('heading', { name: 'Register' })).toBeVisible();
  return app;
}

async function askedOf(workbench: OpenWorkbench, { site }: Workplace): Promise<RegisterState> {
  const response = await fetch(`${workbench.control(`register-${site}`)}/state`);
  return (await response.json()) as RegisterState;
}

test('the stand-in register opens sales in the app, and shows what the app asks of it', async ({
  page,
  workbench,
  workplace,
  newMember,
}) => {
  const app = await atTheRegister(page, workbench, workplace);
  await expect(app.getByText('Register browser 3.1.0')).toBeVisible();

  await test.step('a sale with an amount opens at the charge, and a reload keeps it', async () => {
    await page.getByLabel('Amount in dollars').fill('12.5');
    await page.getByLabel('Sale', { exact: true }).fill('4711');
    await page.getByRole('button', { name: 'Open the sale in Washdesk' }).click();
    await expect(app.getByText('$12.50')).toBeVisible();
    const frame = page.frame({ url: /\/charge\?/ });
    expect(frame).not.toBeNull();
    await frame?.goto(frame.url());
    await expect(app.getByText('4711')).toBeVisible();
  });

  await test.step('an amount of a third decimal is refused', async () => {
    await page.getByLabel('Amount in dollars').fill('12.505');
    await page.getByRole('button', { name: 'Open the sale in Washdesk' }).click();
    await expect(app.getByText('Required Data is Missing: amount not found.')).toBeVisible();
  });

  await test.step('a member who was looked up goes into the sale', async () => {
    const { plate } = await newMember();
    await page.getByRole('button', { name: 'Start page' }).click();
    await expect(app.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
    await app.getByRole('link', { name: 'Redeem' }).first().click();
    await app.getByLabel('Plate or tag').fill(plate);
    await app.getByLabel('Plate or tag').press('Enter');
    await expect(app.getByText('Usage recorded')).toBeVisible();
    await app.getByRole('button', { name: 'Send to Sitewatch' }).click();
    await expect(app.getByText('Sent to Sitewatch')).toBeVisible();
    await expect(page.locator('#transfers')).toContainText(plate);
    expect((await askedOf(workbench, workplace)).transfers.at(-1)?.code).toBe(plate);
  });

  // the register keeps its session like a register's browser, and the next test expects no session
  await app.getByRole('link', { name: 'Log Out' }).click();
  await expect(app.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
