import { companyTour } from '@washdesk/workbench/tour/company-tour';
import { tourSteps } from '@washdesk/workbench/tour/tour-steps';
import { chargeButton } from './support/charge-screen.ts';
import { fillSignUp, newCustomer, signedUp, signUpButton } from './support/new-customer.ts';
import { expectProcessed, refundAll } from './support/refund-screen.ts';
import { lookUp, resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

// the tour counts what every person does
test.use({ alone: true });

test('each step of the tour notices by itself that it was done in the app', async ({
  page,
  workbench,
  workplace,
  devices,
  newMember,
  signInAs,
  connectReader,
}) => {
  const tour = companyTour(workbench, async () => {
    const response = await fetch(`${workbench.control('stripe')}/clock`);
    return ((await response.json()) as { now: string }).now;
  });
  await tour.start();
  const done = async (): Promise<string[]> => (await tour.view())!.steps.filter(({ state }) => state === 'done').map(({ title }) => title);
  const titles = tourSteps.map(({ title }) => title);
  const doneUpTo = (count: number) => expect.poll(done).toEqual(titles.slice(0, count));
  await doneUpTo(0);

  await signInAs('User');
  await doneUpTo(1);

  const reader = await connectReader();
  await page.goto('/redeemunlimited');
  await lookUp(page, (await newMember()).plate);
  await expect(resultOf(page)).toContainText('Usage recorded');
  await doneUpTo(2);

  await page.getByRole('button', { name: `Open Gate · ${workplace.town} north` }).click();
  await expect.poll(async () => (await devices.gate('north')).log.some(({ event }) => event === 'gate open')).toBe(true);
  await doneUpTo(3);

  await page.goto('/customers/new');
  await fillSignUp(page, await newCustomer(workbench, workplace));
  await page.keyboard.press('F6');
  await reader.tap();
  await expect(page.getByRole('img', { name: reader.card.shown })).toBeVisible();
  await expect(signUpButton(page)).toBeEnabled();
  await signUpButton(page).click();
  await expect(signedUp(page)).toBeVisible();
  await doneUpTo(4);

  const number = await workbench.nextNumber('paid sale');
  const sale = { saleid: `TOUR-${number}`, charge: '', cents: 4_100 + number, dollars: `$${(41 + number / 100).toFixed(2)}` };
  await page.goto(`/charge?amount=${sale.dollars.slice(1)}&saleid=${sale.saleid}`);
  await chargeButton(page).click();
  await reader.tap('charge_declined');
  await doneUpTo(5);

  await page.getByRole('button', { name: 'Try Again or Another Card' }).click();
  await reader.tap();
  await doneUpTo(6);

  await refundAll(page, sale, 'The tour');
  await expectProcessed(page);
  await expect.poll(async () => (await tour.view())?.isDone).toBe(true);
});
