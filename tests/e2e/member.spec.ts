import { memberLink } from './support/member-link.ts';
import { expect, test } from './support/test.ts';

test('a member types the plate, gets a link on the phone, and sees their plan', async ({ page, workbench, newMember }) => {
  const member = await newMember();
  await page.goto('/member');
  await page.getByLabel('Email, phone or plate').fill(member.plate);
  await page.getByRole('button', { name: 'Send My Link' }).click();
  await expect(page.getByText(/^If this belongs to a plan, we sent a link/)).toBeVisible();
  const phone = await page.context().newPage();
  await phone.goto(await memberLink(workbench, member));
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByText(member.plate)).toBeVisible();
  await expect(phone.getByText('Next bill')).toBeVisible();
  expect(phone.url()).toMatch(/\/member$/);
});
