import type { Page } from '@playwright/test';
import { newCustomer } from './support/new-customer.ts';
import { fillOnline } from './support/online.ts';
import { expect, test } from './support/test.ts';

const answer = (page: Page, path: string, status: number, body: unknown) =>
  page.route(path, (route) => route.fulfill({ status, json: body }));

const paid = {
  status: 'complete',
  payment_status: 'paid',
  customer: { name: 'Ada Moore' },
  plan: { name: 'Super Kiss', amount: 2_499, total: 2_718 },
  paid: 449,
  site: { number: 12, name: 'Joliet' },
  plate: 'NEW0001-IL',
  admitted: true,
};

const agreement = {
  id: 'sig-1',
  name: 'Moore, Ada',
  plate: 'NEW0001-IL',
  item: 'Super Kiss',
  price: 2_499,
  total: 2_718,
  dueToday: 449,
  duration: 3,
  sold: '2026-11-21T12:00:00.000Z',
  employee: 'Sam Fuller',
  terms: ['Your plan is charged to your card on the 1st of every month until you cancel it.', 'The price is guaranteed for 3 months.'],
};

/** What a screen reader finds in English; the searches of a network are too few for a sign-up of its own. */
const reviewTree = (plate: string): string => `
  - main:
    - heading "Review your plan" [level=1]
    - heading /\\w+/ [level=2]
    - term: The rest of this month
    - definition
    - term: Tax
    - definition
    - term: Due today
    - definition
    - heading "Car" [level=2]
    - img "${plate}"
    - button "Change car"
    - heading "Contact" [level=2]
    - button "Change contact"
    - region "Terms":
      - heading "Terms" [level=2]
      - list:
        - listitem
    - checkbox "I have read the terms and agree to them."
    - button "Continue to Payment"
`;
const driveUpTree = `
  - main:
    - heading "Drive up" [level=1]
    - img "${paid.plate}"
    - paragraph: Your plate opens the gate from now on.
    - heading "What happens next" [level=2]
    - list:
      - listitem: /${paid.site.name}/
      - listitem
      - listitem
      - listitem:
        - link "Manage your plan"
`;

for (const language of ['en', 'es'] as const) {
  test(`the online sign-up is accessible, in ${language}`, async ({ page, workbench, workplace, view }) => {
    const who = await newCustomer(workbench, workplace);
    const see = (name: string) => view(page, `Online (${language}): ${name}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/online?site=${workplace.site}&lang=${language}`);
    await expect(page.locator('[name=color]')).not.toHaveValue('');
    await see('customer');
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[name=plate]')).toBeFocused();
    await see('what is missing');
    await fillOnline(page, who);
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('checkbox')).toBeEnabled();
    await see('review');
    if (language === 'en') await expect(page.getByRole('main')).toMatchAriaSnapshot(reviewTree(who.plate));
    await page.locator('button[type=submit]').click();
    await see('terms not agreed');

    await page.getByRole('checkbox').check();
    await answer(page, '**/api/checkout', 500, { code: 'broken', message: 'The payment service is closed', requestId: 'r' });
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('link', { name: '1-800-843-5477' })).toBeVisible();
    await see('error');
    await page.goBack();
    await answer(page, '**/api/checkout', 502, null);
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await see('trouble');
    await page.goBack();
    await answer(page, '**/api/checkout', 409, { code: 'existing_account', message: 'exists', requestId: 'r' });
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('status')).toBeVisible();
    await see('account found');

    await answer(page, '**/api/checkout/cs_paid', 200, paid);
    await page.goto(`/online?session_id=cs_paid&lang=${language}`);
    await expect(page.getByRole('img', { name: paid.plate })).toBeVisible();
    await see('drive up');
    if (language === 'en') await expect(page.getByRole('main')).toMatchAriaSnapshot(driveUpTree);
    await answer(page, '**/api/checkout/cs_late', 200, { ...paid, admitted: false });
    await page.goto(`/online?session_id=cs_late&lang=${language}`);
    await expect(page.getByRole('img', { name: paid.plate })).toBeVisible();
    await see('payment received');
    await answer(page, '**/api/checkout/cs_old', 200, { ...paid, status: 'expired', customer: null, admitted: false });
    await page.goto(`/online?session_id=cs_old&lang=${language}`);
    await expect(page.getByRole('button')).toHaveCount(2);
    await see('expired');
  });

  test(`the result of a card’s setup is accessible, in ${language}`, async ({ page, view }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const status of ['succeeded', 'processing', 'requires_action', 'failed', 'canceled', 'unknown']) {
      await page.goto(`/setupintentcomplete?redirect_status=${status}&lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await view(page, `Card setup (${language}): ${status}`);
    }
  });

  test(`a signature tablet before its first agreement is accessible, in ${language}`, async ({ page, workplace, view }) => {
    const { site, terminal } = workplace;
    const configOptions = { tabletTerminals: ['Washcashier1', 'Detail1'] };
    await answer(page, '**/api/config', 200, { apiVersion: '1.0.0', clientVersion: '2.0.0', configOptions });
    const tablet = { id: 'device-1', kind: 'tablet', name: 'West tablet', site };
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.route('**/api/signature*', (route) =>
      route.fulfill({ headers: { 'x-api-version': '1.0.0' }, json: { signatures: [], count: 0, next_page: null } }),
    );
    for (const [name, device] of [
      ['not enrolled', null],
      ['terminal', { ...tablet, terminal: null }],
      ['no agreement', { ...tablet, terminal }],
    ] as const) {
      await answer(page, '**/api/device/current', 200, { device });
      await page.goto(`/signatureSystem?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await view(page, `Signature tablet (${language}): ${name}`);
    }
  });
}

for (const language of ['en', 'es'] as const) {
  test(`a signature tablet with agreements is accessible, in ${language}`, async ({ page, workplace, view }) => {
    const { site, terminal } = workplace;
    const see = (name: string) => view(page, `Signature tablet (${language}): ${name}`);
    const device = { id: 'device-1', kind: 'tablet', name: 'West tablet', site, terminal };
    // Chromium changes the size of a window only
    await page.addInitScript('Element.prototype.requestFullscreen = undefined');
    let isOnline = true;
    let waiting = [agreement, { ...agreement, id: 'sig-2', plate: 'WAV5803-IL', item: 'Super Kiss Plus' }];
    await page.setViewportSize({ width: 1024, height: 768 });
    await answer(page, '**/api/config', 200, { apiVersion: '1.0.0', clientVersion: '2.0.0', configOptions: { tabletTerminals: [] } });
    await answer(page, '**/api/device/current', 200, { device });
    await answer(page, '**/api/receipt/agreement/*', 200, agreement);
    await page.route('**/api/signature*', (route) => {
      if (!isOnline) return route.abort();
      if (route.request().method() === 'PUT')
        return route.fulfill({ status: 409, json: { code: 'already_signed', message: 'Signed', requestId: 'r' } });
      return route.fulfill({
        headers: { 'x-api-version': '1.0.0' },
        json: { signatures: waiting, count: waiting.length, next_page: null },
      });
    });
    await page.goto(`/signatureSystem?lang=${language}`);
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await see('several agreements');
    isOnline = false;
    await expect(page.getByRole('status')).toBeVisible();
    await see('several agreements, offline');
    isOnline = true;
    await page.getByRole('listitem').first().getByRole('button').click();
    await expect(page.getByRole('article')).toBeVisible();
    await see('agreement to read');
    await page.getByRole('main').getByRole('button').last().click();
    await expect(page.getByRole('img')).toBeVisible();
    await see('signature field');
    await page.getByRole('main').getByRole('button').last().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await see('too little ink');
    await page.getByRole('main').getByRole('button').nth(-2).click();
    await page.getByRole('textbox').fill('Ada Moore');
    await see('name typed');
    waiting = [];
    await page.getByRole('main').getByRole('button').last().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await see('signed already');
  });
}

test('a screen reader finds the online sign-up in its order, each control by its name', async ({ page, workplace }) => {
  await page.goto(`/online?site=${workplace.site}`);
  await expect(page.locator('[name=color]')).not.toHaveValue('');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - button "Español"
      - list "Steps":
        - listitem: Your car
        - listitem: Review
        - listitem: Payment
    - main:
      - heading "Wash as often as you like" [level=1]
      - combobox "Location"
      - group "Plan":
        - radio /\\$\\d+\\.\\d\\d a month/ [checked]
      - region "Your car":
        - heading "Your car" [level=2]
        - textbox "License plate"
        - combobox "Plate state"
        - combobox "Make (optional)"
        - combobox "Color"
      - region "About you":
        - heading "About you" [level=2]
        - textbox "Email"
        - textbox "Cell phone"
        - textbox "ZIP or postal code"
        - combobox "Country"
        - textbox "City"
        - combobox "State"
      - button "Continue"
  `);
});
