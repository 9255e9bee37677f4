import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/** The screen where every change starts: it makes no calls and is small. */
export const startPath = '/admin/tools';

/** The app's emptiest screen: without parameters, the frame of every screen with one sentence. */
export const emptyPath = '/admin/query';

/** Adds the measuring script to every page of a browser. */
export const addChangeScreen = (context: BrowserContext) =>
  context.addInitScript({ path: path.join(import.meta.dirname, 'screen-change.page.js') });

/** Goes to an address without reloading the app. @returns milliseconds until the screen's heading was painted */
export const goWithin = (page: Page, to: string): Promise<number> => page.evaluate<number>(`changeScreen(${JSON.stringify(to)})`);

/** Like `goWithin`, and back to the start. */
export async function changeTo(page: Page, to: string): Promise<number> {
  const took = await goWithin(page, to);
  await goWithin(page, startPath);
  return took;
}
