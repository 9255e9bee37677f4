import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { queryCloud } from './support/cloud-database.ts';
import { dropResponse } from './support/lost-response.ts';
import { personWith } from './support/people.ts';
import { enrol } from './support/register.ts';
import type { RunWorkbench } from './support/run-workbench.ts';
import { expect, test, type OwnWorkplace } from './support/test.ts';

const landscape = { width: 1024, height: 768 };
const portrait = { width: 768, height: 1024 };

test.use({ viewport: landscape, hasTouch: true });

/** Returns a cashier's call that requests a signature of a recent sign-up at the register of this workplace. */
async function cashier(
  context: BrowserContext,
  workbench: RunWorkbench,
  workplace: OwnWorkplace,
): Promise<(customer: string) => Promise<string>> {
  await enrol(context, workbench, workplace);
  const { employeeNumber, pin } = personWith(workbench.company, 'Cashier');
  const signedIn = await context.request.post('/api/auth/loginemployee', { data: { employee: employeeNumber, pin } });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  return async (customer) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await context.request.post('/api/signature', { data: { customer }, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { id: string }).id;
  };
}

async function signUpsAt(workbench: RunWorkbench, count: number): Promise<string[]> {
  const rows = await queryCloud<{ customer: string }>(
    workbench,
    `select distinct customer from receipt where kind = 'signup' and customer is not null order by customer limit ${count}`,
  );
  return rows.map(({ customer }) => customer);
}

interface SignatureRow {
  state: string;
  image: Buffer | null;
  typed_name: string | null;
  device: string | null;
  audits: number;
}

async function storedSignature(workbench: RunWorkbench, id: string): Promise<SignatureRow> {
  const [row] = await queryCloud<SignatureRow>(
    workbench,
    `select state, image, typed_name, device,
      (select count(*)::int from audit where action = 'signature.signed' and subject = 'signature:' || signature.id) as audits
    from signature where id = $1`,
    [id],
  );
  return row!;
}

const field = (page: Page) => page.getByRole('img', { name: 'Signature field' });

/** Points of a wavy line across the field. */
async function wave(page: Page, { from = 0.1, to = 0.9 } = {}): Promise<{ x: number; y: number }[]> {
  const box = (await field(page).boundingBox())!;
  return Array.from({ length: 40 }, (_, at) => ({
    x: box.x + box.width * (from + ((to - from) * at) / 39),
    y: box.y + box.height * (0.5 + 0.3 * Math.sin(at / 3)),
  }));
}

async function drawByMouse(page: Page, points: { x: number; y: number }[]): Promise<void> {
  const [first, ...rest] = points;
  await page.mouse.move(first!.x, first!.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

async function drawByFinger(page: Page, points: { x: number; y: number }[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [first, ...rest] = points;
  await touch('touchStart', [first!]);
  for (const point of rest) await touch('touchMove', [point]);
  await touch('touchEnd', []);
}

const isFullScreen = (page: Page): Promise<boolean> => page.evaluate('document.fullscreenElement !== null');

/** Checks that the page fills the screen since the touch, and keeps it from doing so again: Chromium changes the size of a window only. */
async function leaveFullScreen(page: Page): Promise<void> {
  await expect.poll(() => isFullScreen(page)).toBe(true);
  await page.evaluate('document.exitFullscreen().then(() => (document.documentElement.requestFullscreen = undefined))');
}

/** The part of a canvas that is used here: tests have no DOM types. */
interface Canvas {
  width: number;
  height: number;
  getContext: (kind: '2d') => { getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8ClampedArray } };
}

/** Returns the columns with ink: their number and the last one as a share of the width. */
async function inkOf(page: Page): Promise<{ columns: number; last: number }> {
  return field(page).evaluate((element) => {
    const canvas = element as unknown as Canvas;
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const inked = Array.from({ length: width }, (_, x) => x).filter((x) => {
      for (let y = 0; y < height; y += 1) if (data[(y * width + x) * 4]! < 128) return true;
      return false;
    });
    return { columns: inked.length, last: (inked.at(-1) ?? 0) / width };
  });
}

test('a tablet shows an agreement at once, and its signature is stored once, turned, with a lost response and without a connection', async ({
  page,
  context,
  browser,
  workbench,
  workplace,
  view,
}) => {
  const link = await workbench.enrolmentLink({
    kind: 'tablet',
    name: `Tablet ${randomUUID().slice(0, 8)}`,
    site: workplace.site,
    terminal: null,
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Enroll' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Choose this tablet’s terminal' })).toBeVisible();
  await view(page, 'Signature tablet: terminal');
  let isLive = false;
  page.on('websocket', (socket) => socket.on('framereceived', () => (isLive = true)));
  await page.getByRole('button', { name: workplace.terminal, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No agreement to sign' })).toBeVisible();
  await leaveFullScreen(page);
  await expect(page.getByRole('contentinfo')).toContainText(/API .+Client/);
  await view(page, 'Signature tablet: empty list');
  await expect.poll(() => isLive).toBe(true);

  const counter = await browser.newContext({ baseURL: workbench.url });
  const ask = await cashier(counter, workbench, workplace);
  const [first = '', second = '', third = ''] = await signUpsAt(workbench, 3);
  const drawn = await ask(first);
  const asked = performance.now();
  await expect(page.getByRole('heading', { name: 'Your agreement' })).toBeVisible();
  console.log(`agreement shown ${Math.round(performance.now() - asked)} ms after the cashier's call`);
  expect((await page.getByRole('article').boundingBox())!.width).toBe(302);
  await view(page, 'Signature tablet: agreement');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - button "Español"
    - main:
      - heading "Your agreement" [level=1]
      - paragraph: Read it, then sign.
      - article "Agreement":
        - heading /./ [level=2]
        - term: Member
        - definition
        - term: Plate
        - definition
        - term: Each month
        - definition: /\\$\\d+\\.\\d\\d/
        - term: Paid today
        - definition: /\\$\\d+\\.\\d\\d/
        - heading "Terms" [level=3]
        - list:
          - listitem
      - button "Back"
      - button "Sign"
    - contentinfo: /API .+Client/
  `);

  // held in place
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your agreement' })).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign' }).click();
  await drawByFinger(page, await wave(page));
  const wide = await inkOf(page);
  expect(wide.columns).toBeGreaterThan(100);
  await page.setViewportSize(portrait);
  await expect.poll(async () => (await inkOf(page)).last).toBeLessThanOrEqual(1);
  const turned = await inkOf(page);
  expect(turned.columns).toBeGreaterThan(100);
  await drawByMouse(page, await wave(page, { from: 0.2, to: 0.6 }));
  await page.setViewportSize(landscape);
  await page.getByRole('button', { name: 'Undo' }).click();
  await view(page, 'Signature tablet: signature');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Sign your agreement" [level=1]
      - img "Signature field"
      - button "Undo"
      - button "Clear"
      - button "Type Name Instead"
      - button "Submit Signature"
  `);

  // the cloud stores it, and the tablet does not hear so; then the connection is lost
  let isLost = false;
  await page.route('**/api/signature', async (route) => {
    if (isLost || route.request().method() !== 'PUT') return route.fallback();
    isLost = true;
    await dropResponse(route);
    return context.setOffline(true);
  });
  await page.getByRole('button', { name: 'Submit Signature' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Your signature is kept' })).toBeVisible();
  await view(page, 'Signature tablet: kept without a connection');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await view(page, 'Signature tablet: thank you');
  const stored = await storedSignature(workbench, drawn);
  expect(stored).toMatchObject({ state: 'signed', typed_name: null, audits: 1 });
  expect(stored.device).not.toBeNull();
  // of the PNG's first chunk
  const [width, height] = [stored.image!.readUInt32BE(16), stored.image!.readUInt32BE(20)];
  expect(width).toBeLessThanOrEqual(604);
  expect(width / height).toBeGreaterThan(1);
  await expect(page.getByRole('heading', { name: 'No agreement to sign' })).toBeVisible();

  const typed = await ask(second);
  await page.getByRole('button', { name: 'Sign' }).click();
  await page.getByRole('button', { name: 'Type Name Instead' }).click();
  await page.getByLabel('Your full name').fill('Ada Moore');
  await view(page, 'Signature tablet: typed name');
  await page.getByRole('button', { name: 'Submit Signature' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await storedSignature(workbench, typed)).toMatchObject({ state: 'signed', image: null, typed_name: 'Ada Moore', audits: 1 });

  // switched off without a connection: the tablet sends the signature after its start
  await expect(page.getByRole('heading', { name: 'No agreement to sign' })).toBeVisible();
  const later = await ask(third);
  await page.getByRole('button', { name: 'Sign' }).click();
  await drawByMouse(page, await wave(page));
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit Signature' }).click();
  await expect(page.getByRole('heading', { name: 'Your signature is kept' })).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const restarted = await context.newPage();
  await restarted.goto('/signatureSystem');
  await expect(restarted.getByRole('heading', { name: 'No agreement to sign' })).toBeVisible();
  await expect.poll(async () => (await storedSignature(workbench, later)).state).toBe('signed');
  expect(await storedSignature(workbench, later)).toMatchObject({ audits: 1 });
  await counter.close();
});
