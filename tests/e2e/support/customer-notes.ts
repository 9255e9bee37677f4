import type { Page } from '@playwright/test';

/** Adds an attention note on the customer's notes tab. */
export async function addAttentionNote(page: Page, text: string): Promise<void> {
  await page.getByLabel('Note', { exact: true }).fill(text);
  await page
    .getByRole('checkbox', { name: /^Attention/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Add Note' }).click();
}
