import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has before the wanted control. */
const mostStops = 60;

/** Presses Tab, or another key, until the target has the focus, like a user without a mouse. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}
