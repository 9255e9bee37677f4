import { expectAccessible } from './support/accessible.ts';
import { charged, chargeButton, expectPaidOnce, nextSale, receiptLine, tenderLine } from './support/charge-screen.ts';
import { insideRegister } from './support/native-register.ts';
import { personWith } from './support/people.ts';
import { placeReader } from './support/reader.ts';
import { joliet, staff } from './support/register.ts';
import { expect, test } from './support/test.ts';

test('a sale that was charged elsewhere with another amount is shown as charged, also after a reload, and tendered once', async ({
  context,
  page,
  workbench,
}) => {
  const sale = nextSale();
  await staff(context, workbench, personWith(workbench.company, 'Cashier'));
  const reader = await placeReader(context, workbench, joliet.site);
  const register = await insideRegister(context, 'Washcashier1');
  await page.goto(`/charge?amount=20&saleid=${sale}`);
  await expect(chargeButton(page)).toBeVisible();

  const other = await context.newPage();
  await other.goto(`/charge?amount=21&saleid=${sale}`);
  await chargeButton(other).click();
  await reader.tap('visa');
  await expect(charged(other)).toContainText('Approved');
  await expect(tenderLine(other)).toHaveText('Sale tendered');
  await expect(receiptLine(other)).toHaveText('Receipt printed');
  await other.close();

  await chargeButton(page).click();
  await expect(charged(page)).toContainText('Charged already');
  await expect(charged(page)).toContainText('$21.00');
  await expect(charged(page).getByRole('note')).toContainText(
    /This sale was charged on .+ Nothing was charged here\. The amount here was \$20\.00\./,
  );
  await expectAccessible(page);
  await page.reload();
  await expect(charged(page)).toContainText('Charged already');
  await expect(receiptLine(page)).toHaveText('It is not known here whether this was done.');
  await page.keyboard.press('F10');
  await expect(tenderLine(page)).toHaveText('Sale tendered');

  const { tenders, receipts } = register.state();
  expect(tenders).toMatchObject([{ saleid: sale, amountCents: 2_100, reference: await expectPaidOnce(workbench, sale, 2_100) }]);
  expect(receipts).toHaveLength(1);
});
