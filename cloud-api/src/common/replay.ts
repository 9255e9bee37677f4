import { AsyncLocalStorage } from 'node:async_hooks';

const calls = new AsyncLocalStorage<{ replayed: boolean }>();

/** Marks this call's answer as a replay under the same key; a header reports it to the caller. */
export function markReplayed(): void {
  const call = calls.getStore();
  if (call) call.replayed = true;
}

/** @param afterwards is called when the work has ended or failed, with whether its answer was a replay */
export async function detectReplay<T>(work: () => Promise<T>, afterwards: (replayed: boolean) => void): Promise<T> {
  const call = { replayed: false };
  try {
    return await calls.run(call, work);
  } finally {
    afterwards(call.replayed);
  }
}
