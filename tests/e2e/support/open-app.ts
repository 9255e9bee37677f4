import type { BrowserContext, Page } from '@playwright/test';
import { addChangeScreen } from '../../bench/screen-change.ts';
import { expect } from './test.ts';

/** Opens the app once; then `goWithin` changes its screens. */
export async function openApp(context: BrowserContext, page: Page, address: string): Promise<void> {
  await addChangeScreen(context);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
