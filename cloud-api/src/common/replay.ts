import { AsyncLocalStorage } from 'node:async_hooks';

const calls = new AsyncLocalStorage<{ replayed: boolean }>();

/** Notes that the answer of this call was given before under the same key: the caller is told by a header. */
export function markReplayed(): void {
  const call = calls.getStore();
  if (call) call.replayed = true;
}

/** @param afterwards is called when the work has ended, well or not, with whether its answer had been given before */
export async function detectReplay<T>(work: () => Promise<T>, afterwards: (replayed: boolean) => void): Promise<T> {
  const call = { replayed: false };
  try {
    return await calls.run(call, work);
  } finally {
    afterwards(call.replayed);
  }
}
