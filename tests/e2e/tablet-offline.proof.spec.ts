import { once } from 'node:events';
import { cp, glob, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import Koa, { type Context } from 'koa';
import { securityHeaders } from '@washdesk/cloud-api/http/access/guards';
import { webApp } from '@washdesk/cloud-api/http/static/static';
import { WEB_ROOT } from '@washdesk/workbench/web-build';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const emptyList = 'No agreement to sign';
const offline = 'This page continues by itself when the connection is back.';

/** A cloud that serves a release of the web app, as cloud-api does, and an empty list to its tablet. */
class Cloud {
  isRevoked = false;
  readonly #root: string;
  readonly #app = new Koa();
  #server: Server | null = null;
  #port = 0;

  static async start(): Promise<Cloud> {
    const root = await mkdtemp(join(tmpdir(), 'washdesk-releases-'));
    await cp(WEB_ROOT, root, { recursive: true });
    for await (const copy of glob(join(root, '**/*.{br,gz}'))) await rm(copy);
    const cloud = new Cloud(root);
    await cloud.connect();
    return cloud;
  }

  private constructor(root: string) {
    this.#root = root;
    this.#app.use(securityHeaders(undefined));
    this.#app.use(webApp(root));
    this.#app.use((ctx) => this.#answer(ctx));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/signatureSystem`;
  }

  async connect(): Promise<void> {
    this.#server = this.#app.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async disconnect(): Promise<void> {
    const closed = once(this.#server!, 'close');
    this.#server!.close();
    this.#server!.closeAllConnections();
    await closed;
  }

  /** Deploys a build whose empty list has this heading: its texts, and the script that loads them, have other hashes. */
  async release(heading: string): Promise<void> {
    const page = await readFile(join(this.#root, 'signature.html'), 'utf8');
    const release = heading.replaceAll(' ', '');
    const script = basename(/src="([^"]+)"/.exec(page)?.[1] ?? '');
    const texts = basename(/"en":"([^"]+)"/.exec(page)?.[1] ?? '');
    const renamed = [
      [script, `signature-${release}.js`],
      [texts, `en-${release}.js`],
    ] as const;
    const assets = join(this.#root, 'assets');
    const source = await readFile(join(assets, texts), 'utf8');
    const former = /empty:`([^`]+)`/.exec(source)?.[1] ?? '';
    await writeFile(join(assets, texts), source.replace(former, heading));
    for await (const file of glob(join(this.#root, '{signature.html,signature-worker.js,assets/*.js}'))) {
      const text = await readFile(file, 'utf8');
      const changed = renamed.reduce((result, [from, to]) => result.replaceAll(from, to), text);
      if (changed !== text) await writeFile(file, changed.replace('"version":"', '"version":"x'));
    }
    for (const [from, to] of renamed) await rename(join(assets, from), join(assets, to));
  }

  async stop(): Promise<void> {
    await this.disconnect();
    await rm(this.#root, { recursive: true });
  }

  #answer(ctx: Context): void {
    const device = { id: 'device-1', kind: 'tablet', name: 'West tablet', site: 12, terminal: 'Washcashier1' };
    const answers: Record<string, object> = {
      '/api/device/current': { device: this.isRevoked ? null : device },
      '/api/config': { apiVersion: '1', clientVersion: '2', configOptions: { tabletTerminals: [] } },
      '/api/signature': { signatures: [], count: 0, next_page: null },
    };
    ctx.set('x-api-version', '1');
    ctx.body = answers[ctx.path] ?? {};
  }
}

let cloud: Cloud;
test.beforeEach(async () => void (cloud = await Cloud.start()));
test.afterEach(() => cloud.stop());

/** Addresses in the page's caches. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname).toSorted();
  })()`);

/** Waits until the whole release of this script is kept, and the former one is gone. */
const keepsAlone = (page: Page, script: string) =>
  expect.poll(async () => (await kept(page)).filter((address) => /\/signature-[\w-]+\.js$/.test(address))).toEqual([script]);

const reads = (page: Page, heading: string) => expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();

/** Opens the page and waits until the tablet keeps it. */
async function openTablet(page: Page): Promise<void> {
  await page.goto(cloud.url);
  await reads(page, emptyList);
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

test('a tablet that starts without a connection says so, continues by itself, and has each new release at its next start', async ({
  page,
  view,
}) => {
  await openTablet(page);
  expect(await kept(page)).toEqual(expect.arrayContaining(['/signatureSystem']));
  expect((await kept(page)).filter((address) => address !== '/signatureSystem' && !address.startsWith('/assets/'))).toEqual([]);

  await cloud.disconnect();
  await page.reload();
  await expect(page.getByText(offline)).toBeVisible();
  await view(page, 'Signature tablet: started without a connection');
  await cloud.connect();
  await reads(page, emptyList);

  await cloud.release('Second release');
  await page.reload();
  await reads(page, 'Second release');
  await keepsAlone(page, '/assets/signature-Secondrelease.js');
  await cloud.disconnect();
  await page.goto(`${cloud.url}?terminal=choose`);
  await expect(page.getByText(offline)).toBeVisible();
  await cloud.connect();
  await reads(page, 'Second release');
});

test('a tablet that started with an earlier release loads the current one while it is idle', async ({ page }) => {
  await page.clock.install();
  await openTablet(page);
  await cloud.disconnect();
  await page.reload();
  await expect(page.getByText(offline)).toBeVisible();
  await cloud.release('Second release');
  await cloud.connect();
  await reads(page, emptyList);
  await keepsAlone(page, '/assets/signature-Secondrelease.js');
  await page.clock.fastForward('10:00');
  await reads(page, 'Second release');
});

test('a revoked tablet keeps nothing', async ({ page }) => {
  await openTablet(page);
  cloud.isRevoked = true;
  await page.reload();
  await reads(page, 'This tablet isn’t set up yet');
  await expect.poll(() => kept(page)).toEqual([]);
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
});
