/**
 * In the page: what the browser itself observed since it was opened. `inputMs` is the longest time from a key or press until the next frame and
 * `input` which one it was, `shift` the sum of layout shifts that no input explains.
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
