import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Request, Route } from '@playwright/test';
import type { Stripe } from 'stripe';

/** An origin without DNS: all its files come from here. */
export const shopUrl = 'http://shop.test/';

const script = 'text/javascript';
const pageFolder = path.join(import.meta.dirname, '../../stripe-page');

const files: Readonly<Record<string, { file: string; contentType: string }>> = {
  '/': { file: path.join(pageFolder, 'index.html'), contentType: 'text/html' },
  '/shop.js': { file: path.join(pageFolder, 'shop.js'), contentType: script },
  '/modules/stripe-js.mjs': { file: moduleFile('@stripe/stripe-js', 'index.mjs'), contentType: script },
  '/modules/terminal-js.mjs': { file: moduleFile('@stripe/terminal-js', 'terminal.esm.js'), contentType: script },
};

/** Returns a package's module as a bundler resolves it. Both packages' `main` is beside it or in a folder beside. */
function moduleFile(name: string, file: string): string {
  return path.join(path.dirname(fileURLToPath(import.meta.resolve(name))), '../dist', file);
}

/** Opens the shop's page, with its one call to its own server. */
export async function openShop(context: BrowserContext, stripe: Stripe): Promise<void> {
  await context.route(`${shopUrl}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/connection-token') return route.fulfill({ body: (await stripe.terminal.connectionTokens.create()).secret });
    const known = files[pathname];
    return known ? route.fulfill({ body: await readFile(known.file, 'utf8'), contentType: known.contentType }) : route.abort();
  });
}

/** Routes a page's requests to Stripe's own addresses to the simulator, both scripts and their calls. */
export async function routeToStripeStandIn(context: BrowserContext, origin: string): Promise<void> {
  await context.route(/^https:\/\/(js|api)\.stripe\.com\//, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const url = `${origin}${pathname}${search}`;
    if (pathname === '/_browser/terminal/watch') return watchReader(route, url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}

/** A connection to a reader is one long response, which ends with its page: `route.fetch` would continue without the page. */
async function watchReader(route: Route, url: string): Promise<void> {
  const request = route.request();
  const page = request.frame().page();
  const gone = new AbortController();
  const end = (): void => gone.abort();
  const endOf = (failed: Request): void => {
    if (failed === request) end();
  };
  page.once('close', end);
  page.on('requestfailed', endOf);
  try {
    const headers = await request.allHeaders();
    const response = await fetch(url, { method: 'POST', headers, body: request.postData(), signal: gone.signal });
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    page.off('close', end);
    page.off('requestfailed', endOf);
  }
}
