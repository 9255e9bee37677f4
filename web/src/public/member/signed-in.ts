import { tabStorage } from '../lib/tab-storage.ts';

const storage = tabStorage('member', () => window.localStorage);

/**
 * Whether this browser may have a session, which no script can read. Without one the sign-in is shown at once, and nothing is asked first.
 * A browser that stores nothing may have one.
 */
export function mayBeSignedIn(): boolean {
  storage.write('stores', true);
  return storage.read('stores') !== true || storage.read('signed-in') === true;
}

export function noteSignedIn(isIn: boolean): void {
  if (isIn) storage.write('signed-in', true);
  else storage.remove('signed-in');
}
