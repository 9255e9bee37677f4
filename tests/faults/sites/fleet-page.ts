import { chromium, expect, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { isolatedChromium } from '../../e2e/support/chromium.ts';

export interface Frames {
  perSecond: number;
  /** Milliseconds between frames. */
  p99: number;
  longest: number;
  /** Milliseconds of processor that the page's main thread uses for a frame; hardly depends on what else the machine does. */
  processor: number;
}

/** Without a site and a reader the app asks for them first. */
const workplace = { locationId: 'tml_Joliet00000012', readerId: 'no-terminal' };
const waitsMs = scaledTimeout(20_000);

/** Collects the times of the frames of a page, and scrolls it. */
const collectFrames = `(milliseconds, isScrolled) => new Promise((resolve) => {
  const times = [];
  const began = performance.now();
  const frame = (at) => {
    times.push(at);
    if (isScrolled) window.scrollTo(0, (Math.sin((at - began) / 2000) + 1) / 2 * (document.documentElement.scrollHeight - innerHeight));
    if (at - began < milliseconds) requestAnimationFrame(frame); else resolve(times);
  };
  requestAnimationFrame(frame);
})`;

async function framesFor(page: Page, seconds: number, isScrolled: boolean): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await processorMs(session);
  const times = await page.evaluate<number[]>(`(${collectFrames})(${seconds * 1_000}, ${isScrolled})`);
  const used = (await processorMs(session)) - before;
  await session.detach();
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const sorted = gaps.toSorted((one, other) => one - other);
  return {
    perSecond: gaps.length / seconds,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    longest: sorted.at(-1) ?? 0,
    processor: used / times.length,
  };
}

async function processorMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser measures no TaskDuration');
  return seconds * 1_000;
}

interface PageFrames {
  /** While all sites change: scrolled, and not. */
  scrolled: Frames;
  still: Frames;
  /** Without changes, scrolled. */
  unchanged: Frames;
  /** Another page, which does not scroll. */
  atRest: Frames;
  /** Cards that exist. */
  cards: number;
  /** The site that had the focus before the page was scrolled, and after. */
  focus: { before: string; after: string };
}

/** Returns the frames of /admin/sites beside those without changes. */
export async function framesOfPage(
  url: string,
  { username, password }: { username: string; password: string },
  { sites, seconds }: { sites: number; seconds: number },
): Promise<PageFrames> {
  const browser = await chromium.launch(isolatedChromium);
  try {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-US',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const signedIn = await context.request.post('/api/auth/loginuser', { data: { username, password } });
    expect(signedIn.ok(), await signedIn.text()).toBe(true);
    await context.addInitScript({ content: `localStorage.setItem('washdesk.workplace', ${JSON.stringify(JSON.stringify(workplace))})` });
    const page = await context.newPage();
    await page.goto('/admin/staff');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: waitsMs });
    const atRest = await framesFor(page, seconds / 2, false);
    await page.goto('/admin/sites');
    await expect(page.getByText(`All (${sites})`)).toBeVisible({ timeout: waitsMs });
    const still = await framesFor(page, seconds / 2, false);
    const cards = page.getByRole('list', { name: 'Sites' }).locator('> [role="presentation"] > [role="listitem"]');
    await cards.first().getByRole('link').focus();
    const before = await focusOf(page);
    const scrolled = await framesFor(page, seconds, true);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await expect(page.getByRole('listitem').last()).toHaveAttribute('aria-posinset', String(sites), { timeout: waitsMs });
    const [after, count] = [await focusOf(page), await cards.count()];
    await page.close();
    const unchanged = await framesWithoutChanges(context, { sites, seconds });
    return { scrolled, still, unchanged, atRest, cards: count, focus: { before, after } };
  } finally {
    await browser.close();
  }
}

/** Without a live socket the page shows the sites as they were. */
async function framesWithoutChanges(context: BrowserContext, { sites, seconds }: { sites: number; seconds: number }): Promise<Frames> {
  const page = await context.newPage();
  await page.routeWebSocket('**/api/live', (socket) => socket.close());
  await page.goto('/admin/sites');
  await expect(page.getByText(`All (${sites})`)).toBeVisible({ timeout: waitsMs });
  await expect(page.getByText('The connection was lost.')).toBeVisible({ timeout: waitsMs });
  return framesFor(page, seconds, true);
}

const focusOf = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
