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
