import type { ErrorResponse, Terminal } from '@stripe/terminal-js';

interface Collection<T> {
  collect: () => Promise<T>;
  cancel: () => Promise<ErrorResponse | object>;
}

/** Waits between attempts, in milliseconds: a reader may not yet have received what is to be cancelled. */
const retryDelaysMs: readonly number[] = [200, 400, 800];

/** Asks for a card until it is read or the signal cancels the collection. A reader that does not end the collection is disconnected. */
export async function collectCancellable<T>(terminal: Terminal, signal: AbortSignal, { collect, cancel }: Collection<T>): Promise<T> {
  let ended = false;
  const cancelCollection = async (): Promise<void> => {
    for (const waitMs of retryDelaysMs) {
      if (ended || !('error' in (await cancel()))) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    if (!ended) await terminal.disconnectReader();
  };
  const onAbort = (): void => void cancelCollection();
  signal.addEventListener('abort', onAbort);
  try {
    return await collect();
  } finally {
    ended = true;
    signal.removeEventListener('abort', onAbort);
  }
}
