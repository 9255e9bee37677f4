import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect as playwrightExpect, type Browser, type Page, type Request } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import type { Login } from '@washdesk/simulators/company/model';
import { sizeOf } from '@washdesk/test-support/sizes';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { isolatedChromium } from '../e2e/support/chromium.ts';
import { taggedMember, unusedMembers } from '../e2e/support/members.ts';
import { paidSale, refundsOf } from '../e2e/support/paid-sales.ts';
import { personWith } from '../e2e/support/people.ts';
import { dialogNamed, refundButton, refundDialog, typedAmount } from '../e2e/support/refund-screen.ts';
import { joliet, staff } from '../e2e/support/register.ts';
import type { NumberedWorkbench } from '../e2e/support/run-workbench.ts';
import { resultOf } from '../e2e/support/screen.ts';
import { usageIdsOf } from '../e2e/support/usages.ts';

/** A register's old processor, and a connection that delays every response by 2 s. */
const slowdown = { cpu: 4, latencyMs: 2_000 };
/** A screen needs several responses in sequence. */
const see = playwrightExpect.configure({ timeout: scaledTimeout(60_000) });
const { rounds } = sizeOf('counter');

let folder: string;
let workbench: Workbench;
let open: NumberedWorkbench;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-counter-'));
  workbench = await startWorkbench({ folder, fresh: true, overrides: { durableDatabase: false }, log: () => undefined });
  const counted = new Map<string, number>();
  open = Object.assign(Object.create(workbench) as Workbench, {
    nextNumber: async (kind: string) => {
      counted.set(kind, (counted.get(kind) ?? 0) + 1);
      return counted.get(kind)!;
    },
  });
  browser = await chromium.launch(isolatedChromium);
});

afterAll(async () => {
  await browser?.close();
  await workbench?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A cashier's page, as slow as the slowest register. */
async function slowPage(): Promise<{ page: Page; requests: Request[]; errors: string[] }> {
  const context = await browser.newContext({ baseURL: workbench.url, locale: 'en-US', timezoneId: 'America/Chicago' });
  await staff(context, open, personWith(workbench.company, 'Cashier'), joliet);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown.cpu });
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowdown.latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, requests, errors };
}

/** Opens a screen and continues as soon as anything of the app is visible, long before the screen. */
async function beginAt(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await see(page.getByRole('status', { name: 'Loading' })).toBeVisible();
}

const scan = (page: Page, tag: string): Promise<void> => page.keyboard.type(`$R${tag.replace('+', '')}\n`);

/** Types two scans and a plate before the screen is loaded: each is redeemed once, in order, with its name. */
async function letThreeIn(page: Page): Promise<void> {
  const next = unusedMembers(open);
  const [first, second, third] = [await taggedMember(next), await taggedMember(next), await next()];
  await beginAt(page, '/redeemunlimited');
  await scan(page, first.tag);
  await scan(page, second.tag);
  await page.keyboard.type(`${third.plate}\n`);
  await see(resultOf(page)).toContainText('waiting');
  for (const { name } of [first, second, third]) {
    await see(resultOf(page)).toContainText(name);
    await see(resultOf(page)).toContainText('Let in');
  }
  const codes = [first.tag, second.tag, third.plate];
  for (const code of codes) await see(page.getByRole('link', { name: `Open ${code}`, exact: true })).toHaveCount(1);
  for (const code of codes) await expect.poll(() => usageIdsOf(open, joliet.site, code)).toHaveLength(1);
}

/** Types a plate while the search loads: it is found, including its first letter. */
async function findCustomer(page: Page): Promise<void> {
  const member = await unusedMembers(open)();
  await beginAt(page, '/search');
  await page.keyboard.type(`${member.plate}\n`);
  await see(page).toHaveURL(new RegExp(`/customers/${member.id}`));
}

/** Makes a refund that a manager approves: early keys are in no field and in no request. */
async function refundWithPin(page: Page, requests: readonly Request[], manager: Login): Promise<void> {
  const sale = await paidSale(open, joliet);
  await beginAt(page, '/refund');
  await page.keyboard.type(`${typedAmount(sale)}\n`);
  await see(refundButton(page, sale)).toBeFocused();
  await page.keyboard.press('Enter');
  await see(refundDialog(page).getByLabel('Refund amount')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const before = requests.length;
  await page.keyboard.type('Slow day\n');
  await page.keyboard.type(manager.pin);
  await see(dialogNamed(page, 'Manager approval').getByLabel("Manager's employee number")).toBeFocused();
  await page.keyboard.type(`${manager.employeeNumber}\n${manager.pin}\n`);
  await see(refundDialog(page)).toContainText(`Refunded ${sale.dollars} to `);
  expect(await refundsOf(open, sale)).toEqual([sale.cents]);

  const sent = requests.slice(before).filter((request) => request.method() === 'POST');
  const refunds = sent.filter((request) => /\/api\/refund\//.test(request.url()));
  expect(new Set(refunds.map((request) => request.headers()['idempotency-key'])).size).toBe(1);
  expect(refunds.map((request) => request.postDataJSON())).toEqual(refunds.map(() => ({ amount: sale.cents, notes: 'Slow day' })));
  const withPin = sent.filter((request) => request.postData()?.includes(manager.pin));
  expect(withPin.map((request) => new URL(request.url()).pathname)).toEqual(['/api/auth/stepup']);

  await see(refundDialog(page).getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.type('\n7');
  await see(page.getByRole('search').getByLabel('Amount')).toHaveValue('7');
}

/** Describes the screen, the focus and the last calls, for the message of a failure. */
async function seenBy(page: Page, requests: readonly Request[]): Promise<string> {
  const words = await page.locator('body').innerText();
  const focus = await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)');
  const calls = requests
    .filter((request) => request.url().includes('/api/'))
    .slice(-8)
    .map((request) => `${request.method()} ${request.url()} ${request.existingResponse()?.status() ?? 'no answer'}`);
  return [words, `Focus: ${String(focus)}`, ...calls].join('\n');
}

it(
  `a cashier's day by keyboard and scanner, ${rounds} times: nothing lost, nothing doubled, every key where it belongs`,
  async () => {
    const { page, requests, errors } = await slowPage();
    const manager = personWith(workbench.company, 'SalesManager');
    try {
      for (let round = 0; round < rounds; round += 1) {
        await letThreeIn(page);
        await findCustomer(page);
        await refundWithPin(page, requests, manager);
      }
    } catch (error) {
      throw new Error(`The cashier’s screen:\n${await seenBy(page, requests)}`, { cause: error });
    }
    expect(errors).toEqual([]);
  },
  240_000 * rounds,
);
