import { afterAll, vi } from 'vitest';
import './libraries.ts';

/** A screen still loading when its file ends would be cut off, and missing for the next file of the process. */
afterAll(() => vi.dynamicImportSettled());

/** The files of one process share the storage: each starts with an empty one. */
sessionStorage.clear();
localStorage.clear();

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

/** jsdom has no layout: there is nothing to scroll. */
window.scrollTo = (): void => undefined;

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
