import type { Page } from '@playwright/test';
import { dropResponse } from './support/lost-response.ts';
import { taggedMember } from './support/members.ts';
import { personWith } from './support/people.ts';
import { joliet, staff, type Place } from './support/register.ts';
import { countCalls, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const merrillville: Place = { site: 27, terminal: 'Washcashier1' };

test.describe('the gates of Merrillville', () => {
  test.beforeEach(async ({ context, page, workbench }) => {
    await staff(context, workbench, personWith(workbench.company, 'Cashier'), merrillville);
    await page.goto('/redeemunlimited');
  });

  test('show what they do while they do it', async ({ page, devices }) => {
    const gate = page.getByRole('group', { name: 'Merrillville south' });
    await page.getByRole('button', { name: 'Open Gate · Merrillville south' }).click();
    await expect(gate.getByText('Open', { exact: true })).toBeVisible();
    await expect(gate.getByText('Closed', { exact: true })).toBeVisible();
    expect((await devices.gate(merrillville.site, 'south')).coil).toBe(false);
  });

  test('an answer that is lost leaves a Check, which tells the outcome and opens nothing a second time', async ({ page, devices }) => {
    const { site } = merrillville;
    const { pulses } = await devices.gate(site, 'north');
    const asked = commandIds(page);
    await page.route('**/api/gate/north/open', dropResponse, { times: 1 });
    await page.getByRole('button', { name: 'Open Gate · Merrillville north' }).click();
    await expect(page.getByText('it is not known whether the gate opened')).toBeVisible();
    await page.getByRole('button', { name: 'Check · Merrillville north' }).click();
    await expect(page.getByText('Merrillville north is open')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open Gate · Merrillville north' })).toBeVisible();
    expect(asked).toHaveLength(2);
    expect(new Set(asked).size).toBe(1);
    expect((await devices.gate(site, 'north')).pulses).toBe(pulses + 1);
  });
});

function commandIds(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/gate\/.*\/open$/.test(request.url())) ids.push((request.postDataJSON() as { commandId: string }).commandId);
  });
  return ids;
}

test('a tag under the reader appears, and Lookup takes it', async ({ context, page, workbench, devices, newMember }) => {
  const { tag } = taggedMember(newMember);
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  await page.goto('/redeemunlimited');
  const reads = page.getByRole('table').filter({ hasText: 'Antenna/Lane' });
  await expect(page.getByText('No tag read yet')).toBeVisible();
  await expect.poll(async () => (await devices.passUnderReader(joliet.site, tag), reads.getByRole('row').count())).toBeGreaterThan(1);
  await expect(reads).toContainText(/Lane 1/);
  await page.getByRole('button', { name: `Lookup ${tag}` }).click();
  await expect(resultOf(page)).toContainText('Usage recorded');
});

test('without their flags there are neither gates nor tags', async ({ context, page, workbench }) => {
  await staff(context, workbench, personWith(workbench.company, 'Admin'));
  await page.goto('/admin/flags');
  const flags = ['gatecontrol', 'dxtrfid'];
  const turn = async (): Promise<void> => {
    for (const name of flags) await page.getByRole('switch', { name }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved')).toBeVisible();
  };
  await turn();
  const tickets = countCalls(page, /\/live\/ticket$/);
  await page.goto('/redeemunlimited');
  await expect(page.getByText('Recent Customers')).toBeVisible();
  await expect(page.getByRole('button', { name: /Open Gate/ })).toBeHidden();
  await expect(page.getByText('RFID Tags Read')).toBeHidden();
  expect(tickets()).toBe(0);
  await page.goto('/admin/flags');
  await turn();
});
