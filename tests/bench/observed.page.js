/**
 * Runs in the page: returns what the browser observed since the page was opened. `inputMs` is the longest time from a key or press to the
 * next frame, `input` that input, `shift` the sum of layout shifts without an input.
 */
globalThis.observed = { inputMs: 0, input: '', shift: 0 };
new PerformanceObserver((list) => {
  for (const { duration, name, target } of list.getEntries()) {
    if (duration <= observed.inputMs) continue;
    observed.inputMs = duration;
    observed.input = `${name} on ${target?.getAttribute('aria-label') || target?.labels?.[0]?.textContent || target?.textContent?.slice(0, 40) || target?.id || 'what is gone'}`;
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) observed.shift += value;
}).observe({ type: 'layout-shift', buffered: true });
