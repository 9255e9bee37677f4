import { configure, getConfig } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/** A screen still loading when its file ends would be cut off, and missing for the next file of the process. */
afterAll(() => vi.dynamicImportSettled());

/** The files of one process share the storage: each starts with an empty one. */
sessionStorage.clear();
localStorage.clear();

const { getElementError: errorWithDom } = getConfig();
const isWaiting = (): boolean =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  /** Screens load as separate chunks: on a busy machine that takes longer than the default second. */
  asyncUtilTimeout: Number(process.env['ASYNC_UTIL_TIMEOUT']),
  /** Prints the DOM only into an error that a test fails with: a wait asks many times, and printing took an eighth of all time. */
  getElementError: (message, container) => (isWaiting() ? new Error(message ?? '') : errorWithDom(message, container)),
});

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

/** jsdom ends no transition: without its end the icon of a busy button stays, also in the button's name. */
const iconLeaves = 'ant-btn-loading-icon-motion-leave-active';
const endings = new MutationObserver((changes) => {
  for (const { target } of changes)
    if (target instanceof Element && target.classList.contains(iconLeaves)) target.dispatchEvent(new Event('transitionend'));
});
endings.observe(document, { subtree: true, attributeFilter: ['class'] });
afterAll(() => endings.disconnect());
