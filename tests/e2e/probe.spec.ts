import { test, expect } from '@playwright/test';
import { startWorkbench } from '@washdesk/deploy/local/workbench';
import { mkdtempSync, rmSync } from 'node:fs';
test('probe', async ({ page }) => {
  test.setTimeout(120000);
  const folder = mkdtempSync('/tmp/probe-');
  const t = performance.now();
  const w = await startWorkbench({ folder, fresh: true, log: (l) => console.log(l) });
  console.log('up', performance.now() - t);
  await page.goto(w.url);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await w.stop();
  rmSync(folder, { recursive: true, force: true });
});
