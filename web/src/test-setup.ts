import { configure } from '@testing-library/react';

/** Screens load in chunks of their own: on a busy machine that takes longer than the usual second. */
configure({ asyncUtilTimeout: 10_000 });

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

/** Nor has it a layout that could change; antd's tabs and tables watch theirs. */
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
