import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/** The screen from which every change begins: it makes no calls and is small. */
export const startPath = '/admin/tools';

/** The app's emptiest screen: the frame of every screen with one sentence in it. Once it is built, another takes its place here. */
export const emptyPath = '/admin/console';

const notBuilt = 'This screen isn’t available yet.';

/** Gives every page of a browser what it needs to measure. */
export const addChangeScreen = (context: BrowserContext) =>
  context.addInitScript({ path: path.join(import.meta.dirname, 'screen-change.page.js') });

/** Goes to an address without loading the app anew. @returns milliseconds until the screen's own heading was painted */
export const goWithin = (page: Page, to: string): Promise<number> => page.evaluate<number>(`changeScreen(${JSON.stringify(to)})`);

/** Like `goWithin`, and back to the start. */
export async function changeTo(page: Page, to: string): Promise<number> {
  const took = await goWithin(page, to);
  await goWithin(page, startPath);
  return took;
}

export async function isBuilt(page: Page, to: string): Promise<boolean> {
  await goWithin(page, to);
  const sentences = await page.getByText(notBuilt).count();
  await goWithin(page, startPath);
  return sentences === 0;
}
