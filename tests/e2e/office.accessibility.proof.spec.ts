import { chooseMembersLike, raisableMember } from './support/price-increase.ts';
import { viewList, viewOnPhone } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a price increase is accessible, from its dry run to its question', async ({ page, workbench, newMember, view, signInAs }) => {
  await signInAs('Scheduler');
  const member = await raisableMember(newMember, workbench.company.now);
  const town = workbench.company.sites.find(({ number }) => number === member.site)!.name;
  await chooseMembersLike(page, member, { town, name: `Increase ${await workbench.nextNumber('price increase')}` });
  await page.getByText('Letter', { exact: true }).click();
  await expect(page.getByText(/^Dear /)).toBeVisible();
  await view(page, 'Price increase: ready to run');
  await viewOnPhone(page, view, 'Price increase on a phone');
  await viewList(page, view, { list: 'Notice', name: 'Price increase: states of notices' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Run Increase' })).toBeVisible();
  await view(page, 'Price increase: run?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'Discard Increase' }).click();
  await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
});
