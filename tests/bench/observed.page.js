/**
 * In the page: what the browser itself observed since it was opened. `inputMs` is the longest time from a key or press until the next frame,
 * `shift` the sum of layout shifts that no input explains.
 */
globalThis.observed = { inputMs: 0, shift: 0 };
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) observed.inputMs = Math.max(observed.inputMs, duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) observed.shift += value;
}).observe({ type: 'layout-shift', buffered: true });
