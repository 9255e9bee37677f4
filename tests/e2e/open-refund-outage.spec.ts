import { findPaid, paidSale, refundsFromNow } from './support/paid-sales.ts';
import { personWith } from './support/people.ts';
import { placeReader } from './support/reader.ts';
import { dialogNamed, patience, processed, typed } from './support/refund-screen.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

const { site } = joliet;

test('an open refund while the site’s agent is away is made once; its paper is promised, not called printed, and comes when the agent is back', async ({
  context,
  page,
  workbench,
  devices,
}) => {
  await staff(context, workbench, personWith(workbench.company, 'User'));
  const sale = await paidSale(workbench);
  const refundsMade = await refundsFromNow(workbench);
  const reader = await placeReader(context, workbench, site);
  await page.goto('/refund');
  await findPaid(page, sale);
  await page.keyboard.press('F10');
  const dialog = dialogNamed(page, 'Open Refund');
  await page.keyboard.press('F6');
  await reader.tap('visa');
  await expect(dialog.getByRole('img', { name: /Visa ending in \d{4}/ })).toBeVisible();
  await dialog.getByLabel('Refund amount').fill(typed(sale));
  await dialog.getByLabel('Note').fill('No paper');

  await workbench.service(`agent-${site}`).kill();
  try {
    await page.keyboard.press('F2');
    await expect(processed(page)).toBeVisible(patience);
    await expect(dialog).toContainText('The receipt is printed as soon as the printer can be reached', patience);
  } finally {
    await workbench.service(`agent-${site}`).start();
  }
  expect(await refundsMade()).toEqual([[sale.cents, 'succeeded']]);
  const papers = async () => (await devices.receipts(site)).filter((text) => text.includes(typed(sale))).length;
  await expect.poll(papers, { timeout: 60_000 }).toBe(1);
});
