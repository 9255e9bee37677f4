import { expect, type Page } from '@playwright/test';
import { formatDateUs, nextDay } from '@washdesk/rules/dates/dates';
import type { Member } from '@washdesk/simulators/company/member-model';
import { choose } from './screen.ts';

/** Returns a member whose guarantee is over, on a plan that has a higher price. */
export async function raisableMember(next: () => Promise<Member>, now: string): Promise<Member> {
  const halfAYear = 200 * 24 * 3_600_000;
  for (;;) {
    const member = await next();
    const { subscription, isTruck, isCommercial } = member;
    const isOld = subscription !== null && Date.parse(now) - Date.parse(subscription.created) > halfAYear;
    if (isOld && !isTruck && !isCommercial && subscription.priceId.startsWith('price_SuperKiss_')) return member;
  }
}

/**
 * Selects everyone who signed up at the member's site on the member's day, for the last offered 1st, and checks them. @param town the
 * site's name
 */
export async function chooseMembersLike(
  page: Page,
  { subscription }: Member,
  { town, name }: { town: string; name: string },
): Promise<void> {
  const day = subscription!.created.slice(0, 10);
  await page.goto('/office/increase/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New price increase' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('combobox', { name: 'Effective date' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').last().click();
  await page.getByRole('textbox', { name: 'Signed up from' }).fill(formatDateUs(day));
  await page.getByRole('textbox', { name: 'Signed up before' }).fill(formatDateUs(nextDay(day)));
  await choose(page, 'Site', town);
  await page.getByRole('button', { name: 'Next Price for All Shown' }).click();
  await page.getByRole('button', { name: 'Choose Members' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Start Dry Run' }).click();
  await expect(page.getByText('Ready to run')).toBeVisible();
}
