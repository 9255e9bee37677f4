import type { Page } from '@playwright/test';

/** A phone four times slower than this machine, on a line of 1.6 Mbit/s with 150 ms. */
export async function slowPhone(page: Page): Promise<void> {
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

/** Returns the time of the largest paint in milliseconds, and the sum of the layout shifts. */
export const paintedOn = (page: Page): Promise<{ paint: number; shift: number }> =>
  page.evaluate<{ paint: number; shift: number }>('window.seen');
