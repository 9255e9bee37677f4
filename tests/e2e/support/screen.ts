import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { View } from './view.ts';

/** Selects from a dropdown by pointer, because the list that assistive technology reads is not the clickable one. */
export async function choose(page: Page, dropdown: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: dropdown, exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option).click();
}

/** Opens a dropdown, views it and closes it again. */
export async function viewList(
  page: Page,
  view: View,
  { list, name, within }: { list: string; name: string; within?: string },
): Promise<void> {
  await page.getByRole('combobox', { name: list, exact: true }).click();
  await expect(page.locator('.ant-select-dropdown:visible')).toBeVisible();
  await view(page, name, within);
  await page.keyboard.press('Escape');
  await expect(page.locator('.ant-select-dropdown:visible')).toBeHidden();
}

/** Views a list whose rows are cards at phone width, and restores the size. */
export async function viewOnPhone(page: Page, view: View, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await view(page, name);
  if (before) await page.setViewportSize(before);
}

/** The result panel on the redeem screen. */
export function resultOf(page: Page): Locator {
  return page.getByRole('status', { name: 'Result' });
}

export async function lookUp(page: Page, code: string): Promise<void> {
  await page.getByLabel('Plate or tag').fill(code);
  await page.keyboard.press('Enter');
}

/** Types a number on the keypad with its own keys. */
export async function press(page: Page | FrameLocator, digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).click();
}

/** Counts the page's calls of an API address from now on. */
export function countCalls(page: Page, path: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (path.test(new URL(request.url()).pathname)) calls += 1;
  });
  return () => calls;
}

export async function enterNameAndPassword(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByRole('tab', { name: 'Username and password' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
