import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A receipt is in a frame in which no script runs, axe's neither. */
const closedFrames = 'iframe[sandbox=""]';

/**
 * Fails when axe finds something serious or critical on the page as it is (WCAG 2.2 AA).
 * @param within a part of it: what lies dimmed under two dialogs is not read
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(within).exclude(closedFrames).withTags(wcag).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
