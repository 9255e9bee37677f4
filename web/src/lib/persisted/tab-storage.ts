import { v4 as uuid } from 'uuid';

const prefix = 'washdesk.';
const idKey = `${prefix}tab`;

/** How long a reload waits until its old page has released the lock. A copied tab hears earlier from the tab that it was copied from. */
const releaseMs = 5_000;
/** Without Web Locks, which need a secure origin, silence means that no other tab has the storage. */
const silenceMs = 300;

interface Options {
  storage: Storage;
  locks: LockManager | undefined;
}

/**
 * Keeps the session storage from having two owners: "Duplicate tab" copies it, with forms and idempotency keys, and a request of the copy
 * would get the answer to the first tab's. A copy starts empty. A reload or a restored tab keeps its storage.
 * @returns a function that releases the storage, for tests; the browser does so when the page is gone
 */
export async function claimTabStorage({ storage, locks }: Options): Promise<() => void> {
  const known = storage.getItem(idKey);
  const kept = known === null ? null : await claim(known, locks);
  if (kept !== null) return kept;
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  const id = uuid();
  storage.setItem(idKey, id);
  return (await claim(id, locks)) ?? (() => undefined);
}

/** Becomes the owner of a tab's id. @returns a function that ends it; null if another page has the id */
async function claim(id: string, locks: LockManager | undefined): Promise<(() => void) | null> {
  const channel = new BroadcastChannel(`${idKey}.${id}`);
  const post = channel.postMessage.bind(channel);
  const taken = new Promise<null>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'taken') resolve(null);
    });
  });
  post('asked');
  const release = await Promise.race([locks ? lock(id, locks) : silence(), taken]);
  if (release === null) {
    channel.close();
    return null;
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'asked') post('taken');
  });
  return () => {
    channel.close();
    release();
  };
}

/** Waits for the lock, which is held until the page is gone. */
function lock(id: string, locks: LockManager): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const held = locks.request(`${idKey}.${id}`, { signal: AbortSignal.timeout(releaseMs) }, () => new Promise<void>(resolve));
    held.catch(() => resolve(null));
  });
}

const silence = (): Promise<() => void> => new Promise((resolve) => setTimeout(() => resolve(() => undefined), silenceMs));
