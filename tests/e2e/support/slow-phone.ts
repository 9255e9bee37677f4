import type { Browser, Page } from '@playwright/test';

interface Painted {
  /** The time of the largest paint in milliseconds. */
  paint: number;
  /** The sum of the layout shifts. */
  shift: number;
}

/** Opens a page several times on a slow phone, each time as a new visitor. @returns the soonest largest paint, and the most layout shift */
export async function paintedAtBest(browser: Browser, loads: number, open: (page: Page) => Promise<void>): Promise<Painted> {
  const seen: Painted[] = [];
  for (let load = 0; load < loads; load += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await slowPhone(page);
    await open(page);
    await page.waitForLoadState('networkidle');
    seen.push(await page.evaluate<Painted>('window.seen'));
    await context.close();
  }
  return { paint: Math.min(...seen.map(({ paint }) => paint)), shift: Math.max(...seen.map(({ shift }) => shift)) };
}

/** A phone four times slower than this machine, on a line of 1.6 Mbit/s with 150 ms. */
async function slowPhone(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
  await browser.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
}

/** Keeps the largest contentful paint and the sum of the layout shifts that no input caused. */
const watch = `
  window.seen = { paint: 0, shift: 0 };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => (window.seen.paint = startTime));
  watch('layout-shift', ({ value, hadRecentInput }) => (window.seen.shift += hadRecentInput ? 0 : value));`;
