import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

interface Size {
  name: string;
  width: number;
  height: number;
}

const lowControls = readFileSync(path.join(import.meta.dirname, 'touch-targets.page.js'), 'utf8');

/** Fails at the test's end if a control is too low to touch, in any of the sizes. */
export async function expectTouchTargets(page: Page, state: string, sizes: readonly Size[]): Promise<void> {
  const before = page.viewportSize();
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height });
    expect.soft(await page.evaluate<string[]>(lowControls), `controls too low to touch in "${state}" at ${name}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}
