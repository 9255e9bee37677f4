import type { Locator, Page } from '@playwright/test';
import { dropResponse } from './support/lost-response.ts';
import { memberOfState, taggedMember } from './support/members.ts';
import { resultOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('the gates show what they do; an answer that is lost leaves a Check, which tells the outcome and opens nothing a second time; a tag under the reader and a plate before the camera appear, and Lookup takes the tag', async ({
  page,
  workplace,
  devices,
  newMember,
  signInAs,
}) => {
  const { town } = workplace;
  await signInAs('Cashier');
  await page.goto('/redeemunlimited');
  const gate = page.getByRole('group', { name: `${town} south` });
  await page.getByRole('button', { name: `Open Gate · ${town} south` }).click();
  await expect(gate.getByRole('status')).toHaveText(`${town} south is open`);
  await expect(gate.getByText('Closed', { exact: true })).toBeVisible();
  expect((await devices.gate('south')).coil).toBe(false);

  const { pulses } = await devices.gate('north');
  const asked = commandIds(page);
  await page.route('**/api/gate/north/open', dropResponse, { times: 1 });
  await page.getByRole('button', { name: `Open Gate · ${town} north` }).click();
  await expect(page.getByText('No response from the gate')).toBeVisible();
  await page.getByRole('button', { name: `Check · ${town} north` }).click();
  await expect(page.getByText(`${town} north is open`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Open Gate · ${town} north` })).toBeVisible();
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(1);
  expect((await devices.gate('north')).pulses).toBe(pulses + 1);

  await devices.passCamera({ plate: 'CAM123', score: 0.7 });
  await expect(page.getByRole('button', { name: 'Lookup CAM123-IL, Lane 1 · 70%' })).toBeVisible();

  await page.getByRole('tab', { name: 'RFID Tags Read' }).click();
  const { tag } = await taggedMember(newMember);
  const reads = page.getByRole('table').filter({ hasText: 'Antenna/Lane' });
  const lookup = page.getByRole('button', { name: `Lookup ${tag}` });
  await expect.poll(async () => (await devices.passUnderReader(tag), lookup.count())).toBeGreaterThan(0);
  await expect(reads).toContainText(/Lane 1/);
  await lookup.first().click();
  await expect(resultOf(page)).toContainText('Usage recorded');
});

test.describe('on the lane board', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } });

  test('a tag and an unsure plate are let in by touch, a car in the wrong lane is moved, and a cut line is shown', async ({
    page,
    workplace,
    devices,
    newMember,
    signInAs,
  }) => {
    const { town } = workplace;
    await signInAs('Cashier');
    await page.goto('/lanes');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const [one, two] = [1, 2].map((lane) => page.getByRole('region', { name: `Lane ${lane}` })) as [Locator, Locator];
    await expect(one.getByText('Closed')).toBeVisible();

    const first = await taggedMember(newMember);
    const { pulses } = await devices.gate('north');
    await expect.poll(async () => (await devices.passUnderReader(first.tag), one.getByText(first.name).count())).toBeGreaterThan(0);
    await one.getByRole('button', { name: 'Let In', exact: true }).tap();
    await expect(one.getByText('Wash recorded')).toBeVisible();
    await expect(one.getByRole('paragraph').filter({ hasText: 'Let in by hand' })).toBeVisible();
    await expect.poll(async () => (await devices.gate('north')).pulses).toBe(pulses + 1);

    const second = await memberOfState(newMember, 'IL');
    await devices.gatesCooledDown();
    await devices.passCamera({ plate: second.plate.split('-')[0] ?? '', score: 0.7 });
    const waiting = page.getByRole('region', { name: 'Reads to decide' }).getByRole('listitem').filter({ hasText: second.name });
    await waiting.getByRole('button', { name: 'Let In · Lane 1' }).tap();
    await expect(one.getByText(`${town} north is open`)).toBeVisible();
    await expect(waiting).toHaveCount(0);

    const third = await taggedMember(newMember);
    await expect.poll(async () => (await devices.passUnderReader(third.tag), one.getByText(third.name).count())).toBeGreaterThan(0);
    await one.getByRole('button', { name: 'Wrong Lane' }).tap();
    await one.getByRole('button', { name: 'Lane 2' }).tap();
    await expect(two.getByText(`${town} south is open`)).toBeVisible();
    await expect(two.getByText(third.name)).toBeVisible();

    const heights = await page
      .locator('main')
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(64);

    await page.context().setOffline(true);
    await expect(page.getByText(/Not live since/)).toBeVisible();
    await expect(one.getByText('Unknown')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(one.getByText('Closed')).toBeVisible();
  });
});

function commandIds(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/gate\/.*\/(open|check)$/.test(request.url())) ids.push((request.postDataJSON() as { commandId: string }).commandId);
  });
  return ids;
}
