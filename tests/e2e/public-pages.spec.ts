import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/test.ts';

test('the public pages are light: nothing of the staff’s app', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  for (const [path, title] of [
    ['/online', 'Online Sales'],
    ['/signatureSystem', 'Signature'],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  }
  expect(loaded.filter((asset) => asset.endsWith('.js'))).toEqual([]);
});

/** Bytes of compressed script that React may add to a public page. */
const mostOfReact = 70_000;

/** Returns the scripts that a script loads first, itself included, with their compressed bytes. */
async function weigh(request: APIRequestContext, script: string, weights = new Map<string, number>()): Promise<Map<string, number>> {
  if (weights.has(script)) return weights;
  const source = await (await request.get(script)).text();
  weights.set(script, gzipSync(source, { level: 9 }).length);
  for (const [, imported] of source.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    await weigh(request, `/assets/${imported}`, weights);
  return weights;
}

test('React comes without the staff app’s libraries, so that a public page with it stays light', async ({ request }) => {
  const page = await (await request.get('/login')).text();
  const weights = await weigh(request, /\/assets\/react-[^"]+\.js/.exec(page)![0]);
  const bytes = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes, JSON.stringify([...weights])).toBeLessThan(mostOfReact);
});
