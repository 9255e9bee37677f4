import type { RouterProviderProps } from 'react-router-dom';
import { holdKeys } from '../lib/held-keys/held-keys.ts';

/** The path that was requested last. */
let awaited = '';
let release: () => void = () => undefined;

/** Buffers the keys pressed between the request for a screen and its display; for the first screen the page does so itself. */
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

/** Called when the screen at this path, or its placeholder, is in the page. */
export function screenShown(path: string): void {
  if (path === awaited) release();
}
