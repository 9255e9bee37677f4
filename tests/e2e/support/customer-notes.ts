import type { Page } from '@playwright/test';

/** Adds a note that calls for attention, on the customer's tab of notes. */
export async function addAttentionNote(page: Page, text: string): Promise<void> {
  await page.getByLabel('Note', { exact: true }).fill(text);
  await page
    .getByRole('checkbox', { name: /^Attention/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Add Note' }).click();
}
