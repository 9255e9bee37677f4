import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import { localPageName, localPins } from '@washdesk/workbench/site-services';
import { expect, test } from './support/test.ts';

// the broker is everyone's
test.use({ alone: true });

test.afterEach(async ({ workbench }) => workbench.service('broker').start());

async function signIn(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN').fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
}

test('without the cloud a cashier redeems a member and opens the gate; IT sees why', async ({
  page,
  workbench,
  workplace: { site, town },
  newMember,
  devices,
  view,
}) => {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(`http://${LOOPBACK}:${workbench.port(localPageName(site))}`);
  await view(page, 'Local page: PIN');
  const bytes = (await Promise.all(scripts)).reduce((sum, weight) => sum + weight, 0);
  expect(bytes).toBeGreaterThan(60_000);
  expect(bytes).toBeLessThanOrEqual(90_000);
  await signIn(page, localPins.it);
  await expect(page.getByRole('heading', { name: 'Everything works' })).toBeVisible();
  await page.getByRole('button', { name: `Probe Device: ${town} north` }).click();
  await expect(page.getByText('Relay 0, this gate')).toBeVisible();
  await page.getByRole('button', { name: `Print Test: ${town} printer` }).click();
  await expect(page.getByText('Printed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Check File' }).click();
  await expect(page.getByText('The file has no problems.', { exact: false })).toBeVisible();
  await view(page, 'Local page: IT');

  await workbench.service('broker').kill();
  await expect(page.getByText('No connection to Washdesk')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page, localPins.cashier);
  const { plate } = await newMember();
  const { pulses } = await devices.gate('north');
  await page.getByLabel('Plate, tag or card').fill(plate);
  await page.keyboard.press('Enter');
  const verdict = page.getByRole('alert').filter({ hasText: 'The wash is recorded.' });
  await expect(verdict).toContainText(`Let in${plate}`);
  await page.getByRole('button', { name: `Open Gate: ${town} north` }).click();
  await expect(page.getByText('The gate opened')).toBeVisible();
  expect((await devices.gate('north')).pulses).toBe(pulses + 1);
  await view(page, 'Local page: a member is let in');

  await page.getByLabel('Plate, tag or card').fill('NOBODY1-IL');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not found')).toBeVisible();
  await view(page, 'Local page: not found');
});
