import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails at the test's end when axe finds anything on the page as it is (WCAG 2.2 AA and best practices), so that one run tells of every state.
 * Frames are not read: those of receipts run no script, those of card forms are Stripe's.
 * @param within a part of it: what lies dimmed under two dialogs is not read
 */
export async function expectAccessible(page: Page, state: string, within = 'html'): Promise<void> {
  // A page keeps axe while screens change in it: loading it for every look would take longer than the look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ context, options }) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(context, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    {
      context: { include: [within] },
      options: { resultTypes: ['violations' as const], iframes: false, runOnly: { type: 'tag' as const, values: tags } },
    },
  );
  expect.soft(found, `what axe finds in "${state}"`).toEqual([]);
}
