import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityHeaders } from '../access/guards.ts';
import { startServer, type RunningServer } from '../server.ts';
import { webApp } from './static.ts';

const standIn = 'http://127.0.0.1:12111';
const inline = '\n  keepKeys();\n';
const page = '<!doctype html><html><head><title>Washdesk</title><script type="module" src="/assets/app.js"></script></head></html>';

let root: string;
const servers: RunningServer[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'washdesk-page-'));
  for (const name of ['index.html', 'online.html']) writeFileSync(join(root, name), page);
});
afterAll(async () => {
  for (const { stop } of servers) await stop(0);
  rmSync(root, { recursive: true });
});

async function served(path: string, stripeScripts?: string): Promise<Response> {
  const app = new Koa();
  app.use(securityHeaders(stripeScripts));
  app.use(webApp(root, stripeScripts));
  const server = await startServer(app.callback(), '127.0.0.1', 0);
  servers.push(server);
  return fetch(`http://127.0.0.1:${server.port}${path}`);
}

/** Returns the sources that a page's policy allows for a directive. */
function allowed({ headers }: Response, directive: string): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  return (
    policy
      .split(';')
      .find((part) => part.startsWith(directive))
      ?.split(' ') ?? []
  );
}

describe("Stripe's scripts of a stand-in", () => {
  it('precede the app’s own, at every address of the app, and the policy allows them', async () => {
    for (const path of ['/', '/charge']) {
      const answer = await served(path, standIn);
      const sources = [...(await answer.text()).matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source]) => source);
      expect(sources).toEqual([`${standIn}/endive/stripe.js`, `${standIn}/terminal/v1/`, '/assets/app.js']);
      for (const directive of ['script-src', 'connect-src', 'frame-src']) expect(allowed(answer, directive)).toContain(standIn);
    }
  });

  it('are on no other page', async () => {
    expect(await (await served('/online', standIn)).text()).toBe(page);
  });

  it('are not there unless they are configured, and then the policy knows Stripe alone', async () => {
    const answer = await served('/');
    expect(await answer.text()).toBe(page);
    expect(allowed(answer, 'script-src')).toEqual(['script-src', "'self'", 'https://js.stripe.com']);
  });
});

describe('an inline script of a page', () => {
  const withInline = page.replace('<script', `<script>${inline}</script><script`);
  beforeAll(() => writeFileSync(join(root, 'index.html'), withInline));
  afterAll(() => writeFileSync(join(root, 'index.html'), page));

  it('is allowed by its hash, on that page alone, and no other within a page is', async () => {
    const hash = `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
    expect(allowed(await served('/charge'), 'script-src')).toEqual(['script-src', "'self'", hash, 'https://js.stripe.com']);
    expect(allowed(await served('/online'), 'script-src')).toEqual(['script-src', "'self'", 'https://js.stripe.com']);
  });

  it('runs before the scripts that come from elsewhere', async () => {
    const sent = await (await served('/', standIn)).text();
    expect(sent.indexOf(inline)).toBeLessThan(sent.indexOf(standIn));
    expect(sent.indexOf(standIn)).toBeLessThan(sent.indexOf('/assets/app.js'));
  });
});
