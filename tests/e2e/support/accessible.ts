import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Rules about colors: all that can differ in the other theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A button that becomes enabled fades to its color; until then its contrast is too low. */
const transitionsEnd =
  'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)).then(() => null)';

/**
 * Fails at the test's end if axe finds anything on the page in its current state (WCAG 2.2 AA and best practices), in both themes, so that
 * one run reports every state. Frames are not checked: those of receipts run no script, those of card forms are Stripe's.
 * @param within a part of the page: content dimmed behind two dialogs is not checked
 */
export async function expectAccessible(page: Page, state: string, within = 'html'): Promise<void> {
  // A page keeps axe while screens change: loading it for every check would take longer than the check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  expect.soft(await findings(page, within, { type: 'tag', values: tags }), `what axe finds in "${state}"`).toEqual([]);
  if ((await themeOf(page)) === null) return;
  await showTheme(page, 'dark');
  const inDark = await findings(page, within, { type: 'rule', values: colorRules });
  await showTheme(page, 'light');
  expect.soft(inDark, `what axe finds in "${state}" in the dark theme`).toEqual([]);
}

const themeOf = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-theme');

/** Switches the theme in place, as the system does; public pages have none. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect.poll(() => themeOf(page), { intervals: [10] }).toBe(theme);
}

async function findings(page: Page, within: string, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<string[]> {
  await page.evaluate(transitionsEnd);
  return page.evaluate(
    async ({ context, options }) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(context, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { context: { include: [within] }, options: { resultTypes: ['violations' as const], iframes: false, runOnly } },
  );
}
