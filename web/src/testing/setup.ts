import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/** A screen still loading when its file ends would be cut off, and missing for the next file of the process. */
afterAll(() => vi.dynamicImportSettled());

/** The files of one process share the storage: each starts with an empty one. */
sessionStorage.clear();
localStorage.clear();

/** Screens load as separate chunks: on a busy machine that takes longer than the default second. */
configure({ asyncUtilTimeout: Number(process.env['ASYNC_UTIL_TIMEOUT']) });

/** jsdom has no media queries, which every responsive part of antd uses. Nothing matches: the desktop layout. */
window.matchMedia = (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});

/** jsdom has no layout that could change; antd's tabs and tables observe theirs. */
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
