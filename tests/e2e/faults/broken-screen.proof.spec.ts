import { expect, test } from '../support/test.ts';

test('a screen whose script does not come says so, reports it, and comes back after 5 seconds', async ({ page, workbench, signInAs }) => {
  await signInAs('Cashier');
  const reported = page.waitForRequest('**/api/status/error');
  const code = '**/assets/customer-route*.js';
  await page.route(code, (route) => route.abort());
  await page.goto(`/customers/${workbench.company.edgeCases.ordinary.customer}`);
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await page.unroute(code);
  expect((await (await reported).response())?.ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible();
});
