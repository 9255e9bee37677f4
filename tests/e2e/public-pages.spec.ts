import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { newCustomer } from './support/new-customer.ts';
import { firstHeading, payWith, toPayment, toReview } from './support/online.ts';
import { expect, test } from './support/test.ts';

/** Bytes of compressed script that a public page may load (docs/decisions/0071-public-pages.md). */
const most = { script: 90_000, style: 10_000 };
const pages = ['/online', '/member', '/setupintentcomplete', '/signatureSystem'];

/** Returns the scripts that a script loads first, itself included, with their compressed bytes. */
async function weigh(request: APIRequestContext, script: string, weights = new Map<string, number>()): Promise<Map<string, number>> {
  if (weights.has(script)) return weights;
  const source = await (await request.get(script)).text();
  weights.set(script, compressed(source));
  for (const [, imported] of source.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    await weigh(request, `/assets/${imported}`, weights);
  return weights;
}

const compressed = (source: string): number => gzipSync(source, { level: 9 }).length;

/** Returns the script with the texts of each language, from the page's inline script. */
function textsOf(html: string): [language: string, script: string][] {
  const [, texts = '{}'] = /const texts=(\{.*?\})/.exec(html) ?? [];
  return Object.entries(JSON.parse(texts) as Record<string, string>);
}

for (const path of pages) {
  test(`${path} is light in every language: React and the page, nothing of the staff’s app`, async ({ page, request }) => {
    const html = await (await request.get(path)).text();
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+\.js)"/g)].map(([, script = '']) => script);
    const languages = textsOf(html);
    expect(languages.map(([language]) => language)).toEqual(['en', 'es']);
    for (const [language, texts] of languages) {
      const weights = new Map<string, number>();
      for (const script of [...scripts, texts]) await weigh(request, script, weights);
      const bytes = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
      expect(bytes).toBeGreaterThan(60_000);
      expect(bytes, JSON.stringify([language, ...weights])).toBeLessThanOrEqual(most.script);

      const loaded = new Set<string>();
      page.on('request', (sent) => loaded.add(new URL(sent.url()).pathname));
      await page.goto(`${path}?lang=${language}`, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toHaveCount(path === '/signatureSystem' ? 1 : 0);
      expect([...loaded].filter((asset) => asset.endsWith('.js')).toSorted()).toEqual([...weights.keys()].toSorted());
    }
    const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, style = '']) => request.get(style));
    const sheets = await Promise.all((await Promise.all(styles)).map((style) => style.text()));
    expect(compressed(sheets.join(''))).toBeLessThanOrEqual(most.style);
  });
}

test('a stranger signs up on a phone and drives up', async ({ page, workbench, workplace }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const who = await newCustomer(workbench, workplace);
  await toReview(page, who, workplace.site);
  await toPayment(page);
  await payWith(page, '4242424242424242');
  await expect(firstHeading(page, 'Drive up')).toBeVisible();
  await expect(page.getByRole('img', { name: who.plate })).toBeVisible();
});
