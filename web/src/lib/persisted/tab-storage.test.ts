import { afterEach, describe, expect, it } from 'vitest';
import { claimTabStorage } from './tab-storage.ts';

/** A session storage as the browser gives each tab. */
class TabStorage {
  [key: string]: unknown;

  constructor(from: object = {}) {
    Object.assign(this, from);
  }

  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

const key = 'washdesk.pending-requests.charge';
const ways = [
  ['with Web Locks', navigator.locks],
  ['without Web Locks', undefined],
] as const;

describe.each(ways)('the storage of a tab %s', (_way, locks) => {
  const open: (() => void)[] = [];
  afterEach(() => open.splice(0).forEach((close) => close()));

  /** Opens a page over a storage. @returns what closes the page */
  const page = async (storage: TabStorage): Promise<() => void> => {
    const close = await claimTabStorage({ storage: storage as unknown as Storage, locks });
    open.push(close);
    return close;
  };
  const started = async (): Promise<{ storage: TabStorage; close: () => void }> => {
    const storage = new TabStorage({ other: 'of another script' });
    const close = await page(storage);
    storage.setItem(key, 'a key');
    return { storage, close };
  };

  it('survives a reload', async () => {
    const { storage, close } = await started();
    close();
    await page(storage);
    expect(storage.getItem(key)).toBe('a key');
  });

  it.runIf(locks)('survives a reload whose old page holds its lock a little longer', async () => {
    const { storage, close } = await started();
    close();
    let release: () => void = () => undefined;
    const held = navigator.locks.request(
      `washdesk.tab.${storage.getItem('washdesk.tab')}`,
      () => new Promise<void>((end) => (release = end)),
    );
    setTimeout(() => release(), 50);
    await page(storage);
    await held;
    expect(storage.getItem(key)).toBe('a key');
  });

  it('is empty in a copied tab, and the first tab keeps its own', async () => {
    const { storage } = await started();
    const copy = new TabStorage(storage);
    await page(copy);
    expect([copy.getItem(key), copy.getItem('other')]).toEqual([null, 'of another script']);
    expect(storage.getItem(key)).toBe('a key');
  });

  it('of a copied tab survives its own reload', async () => {
    const { storage } = await started();
    const copy = new TabStorage(storage);
    const close = await page(copy);
    copy.setItem(key, 'its own');
    close();
    await page(copy);
    expect(copy.getItem(key)).toBe('its own');
  });

  it('is kept by a tab that is opened again after the last was closed', async () => {
    const { storage, close } = await started();
    close();
    const restored = new TabStorage(storage);
    await page(restored);
    expect(restored.getItem(key)).toBe('a key');
  });
});
