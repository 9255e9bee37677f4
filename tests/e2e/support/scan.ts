import type { Page } from '@playwright/test';

/**
 * Presses all keys of a scan in one task: a busy machine cannot slow them down to the pace of a person.
 * @param end the keys that the scanner adds
 */
export async function pressScan(page: Page, text: string, end: readonly string[] = []): Promise<void> {
  await page.evaluate(`for (const key of [...${JSON.stringify(text)}, ...${JSON.stringify(end)}])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
}
