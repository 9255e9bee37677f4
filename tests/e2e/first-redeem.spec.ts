import type { Page } from '@playwright/test';
import { personWith } from './support/people.ts';
import { linkFor, staff } from './support/register.ts';
import { choose, lookUp, press, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { usageIdsOf } from './support/usages.ts';

const redeemed = 'Customer Already Redeemed';

/** With animations, as most people have them; the other files run without (playwright.config.ts). */
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a new cashier lets the first car through', async ({ page, browser, workbench, workplace, newMember, devices }) => {
  const { site, town } = workplace;
  const cashier = personWith(workbench.company, 'Cashier');
  const member = await newMember();

  await test.step('the printed link makes this browser a register', async () => {
    await page.goto(await linkFor(workbench, workplace));
    await page.getByRole('button', { name: 'Enroll' }).click();
    await expect(page.getByRole('heading', { name: 'This browser is enrolled' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('No Terminal', async () => {
    await expect(page.getByRole('heading', { name: 'Select Reader' })).toBeVisible();
    await choose(page, 'Card reader', 'No Terminal');
    await page.getByRole('button', { name: 'Set Reader' }).click();
  });

  await test.step('the employee number on the keypad', async () => {
    await press(page, String(cashier.employeeNumber));
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText(`You have selected ${cashier.name}. is this correct?`)).toBeVisible();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('link', { name: 'Redeem', exact: false }).first().click();
  });

  await test.step('the plate is redeemed, and stands in Sitewatch once', async () => {
    await lookUp(page, member.plate);
    await expect(resultOf(page)).toContainText('Usage recorded');
    await expect(resultOf(page)).toContainText(member.name);
    await expect.poll(() => usageIdsOf(workbench, site, member.plate)).toHaveLength(1);
  });

  await test.step('the gate opens for its pulse, once', async () => {
    const before = await devices.gate('north');
    await page.getByRole('button', { name: `Open Gate · ${town} north` }).click();
    await expect(page.getByText(`${town} north is open`)).toBeVisible();
    await expect.poll(async () => (await devices.gate('north')).coil).toBe(false);
    const after = await devices.gate('north');
    expect(after.pulses).toBe(before.pulses + 1);
    expect(after.log.slice(before.log.length).map(({ event }) => event)).toEqual(expect.arrayContaining(['coil on', 'coil off']));
  });

  await test.step('a second redeem is refused', async () => {
    await expect(page.getByLabel('Plate or tag')).toHaveValue('');
    await lookUp(page, member.plate);
    await expect(resultOf(page)).toContainText(redeemed);
  });

  await test.step('another register says the same of a plate typed before any of the app is there, and nothing is recorded', async () => {
    const elsewhere = await browser.newContext();
    await staff(elsewhere, workbench, personWith(workbench.company, 'User'), { site, terminal: 'Washcashier2' });
    const second = await elsewhere.newPage();
    const release = await withholdApp(second);
    await second.goto('/redeemunlimited', { waitUntil: 'commit' });
    await second.waitForFunction("'washdeskEarlyKeys' in window");
    await second.keyboard.type(`${member.plate}\n`);
    expect(await second.locator('#root').innerHTML()).toBe('');
    release();
    await expect(resultOf(second)).toContainText(redeemed);
    await expect(second.getByLabel('Plate or tag')).toHaveValue('');
    expect(await usageIdsOf(workbench, site, member.plate)).toHaveLength(1);
    await elsewhere.close();
  });
});

/** Simulates a slow connection: the page is loaded, its app is delayed until released. */
async function withholdApp(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
