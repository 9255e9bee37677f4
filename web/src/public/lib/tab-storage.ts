/**
 * What a page keeps in its tab until the tab is closed. A browser that stores nothing (private mode, blocked cookies) works without.
 */
export interface TabStorage {
  /** Returns null if there is no such value. */
  read: (name: string) => unknown;
  write: (name: string, value: unknown) => void;
  remove: (...names: string[]) => void;
}

/** @param page a prefix of the page, so that two pages of one tab keep apart */
export function tabStorage(page: string, storage: () => Storage = () => window.sessionStorage): TabStorage {
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act();
    } catch {
      // the browser refuses storage, or the value is none of ours
      return null;
    }
  };
  return {
    read: (name) => attempt<unknown>(() => JSON.parse(storage().getItem(`${page}.${name}`) ?? 'null')),
    write: (name, value) => void attempt(() => storage().setItem(`${page}.${name}`, JSON.stringify(value))),
    remove: (...names) => void attempt(() => names.forEach((name) => storage().removeItem(`${page}.${name}`))),
  };
}
