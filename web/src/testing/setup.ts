import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/** A screen that is still loading when its file ends would be cut off, and missing for the next file of the process. */
afterAll(() => vi.dynamicImportSettled());

/** The files of one process share the storage: each begins with an empty one, whatever the file before it stored. */
sessionStorage.clear();
localStorage.clear();

/** Screens load in chunks of their own: on a busy machine that takes longer than the usual second. */
configure({ asyncUtilTimeout: Number(process.env['ASYNC_UTIL_TIMEOUT']) });

/** jsdom has no media queries; antd asks for them on every responsive part. Nothing matches: the desktop layout. */
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

/** jsdom has no layout that could change; antd's tabs and tables watch theirs. */
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
