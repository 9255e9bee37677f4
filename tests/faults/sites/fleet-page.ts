import { chromium, expect, type Page } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { isolatedChromium } from '../../e2e/support/chromium.ts';

interface Frames {
  perSecond: number;
  /** Milliseconds between frames. */
  p99: number;
  longest: number;
}

/** Without a site and a reader the app asks for them first. */
const workplace = { locationId: 'tml_Joliet00000012', readerId: 'no-terminal' };
const waitsMs = scaledTimeout(20_000);

/** Collects the times of the frames of a page while it is scrolled. */
const collectFrames = `(milliseconds) => new Promise((resolve) => {
  const times = [];
  const began = performance.now();
  const frame = (at) => {
    times.push(at);
    window.scrollTo(0, (Math.sin((at - began) / 2000) + 1) / 2 * (document.documentElement.scrollHeight - innerHeight));
    if (at - began < milliseconds) requestAnimationFrame(frame); else resolve(times);
  };
  requestAnimationFrame(frame);
})`;

async function framesFor(page: Page, seconds: number): Promise<Frames> {
  const times = await page.evaluate<number[]>(`(${collectFrames})(${seconds * 1_000})`);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const sorted = gaps.toSorted((one, other) => one - other);
  return { perSecond: gaps.length / seconds, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longest: sorted.at(-1) ?? 0 };
}

/** Returns the frames of /admin/sites, and how many cards have content, while all sites change, beside those of a page that does not. */
export async function framesOfPage(
  url: string,
  { username, password }: { username: string; password: string },
  { sites, seconds }: { sites: number; seconds: number },
): Promise<{ frames: Frames; atRest: Frames; cards: number }> {
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
    const atRest = await framesFor(page, seconds / 2);
    await page.goto('/admin/sites');
    await expect(page.getByText(`All (${sites})`)).toBeVisible({ timeout: waitsMs });
    const frames = await framesFor(page, seconds);
    const withContent = page.getByRole('list', { name: 'Sites' }).getByRole('listitem').filter({ hasText: 'Round trip' });
    return { frames, atRest, cards: await withContent.count() };
  } finally {
    await browser.close();
  }
}
