import type { RouterProviderProps } from 'react-router-dom';
import { holdKeys } from '../lib/held-keys/held-keys.ts';

/** The path whose screen was asked for last. */
let awaited = '';
let release: () => void = () => undefined;

/** Keys that are pressed from the moment a screen is asked for until it is there are kept for it; the first screen is asked for by the page itself. */
export function keepKeysOverNavigation(router: RouterProviderProps['router']): void {
  awaited = router.state.location.pathname;
  release = holdKeys('keep');
  router.subscribe(({ location: { pathname } }) => {
    if (pathname === awaited) return;
    awaited = pathname;
    const before = release;
    release = holdKeys('keep');
    before();
  });
}

/** The screen at this path, or what stands for it while it loads, is in the page. */
export function screenShown(path: string): void {
  if (path === awaited) release();
}
