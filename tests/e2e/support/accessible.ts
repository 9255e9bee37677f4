import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails at the test's end when axe finds anything on the page as it is (WCAG 2.2 AA and best practices), so that one run tells of every state.
 * Frames are not read: those of receipts run no script, those of card forms are Stripe's.
 * @param within a part of it: what lies dimmed under two dialogs is not read
 */
export async function expectAccessible(page: Page, state: string, within = 'html'): Promise<void> {
  // In legacy mode axe opens no page of its own for every look.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .include(within)
    .options({ resultTypes: ['violations'], iframes: false });
  const { violations } = await axe.withTags(tags).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect.soft(found, `what axe finds in "${state}"`).toEqual([]);
}
