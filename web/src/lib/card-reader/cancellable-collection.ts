import type { ErrorResponse, Terminal } from '@stripe/terminal-js';

interface Collection<T> {
  collect: () => Promise<T>;
  cancel: () => Promise<ErrorResponse | object>;
}

/** Delays between attempts in milliseconds: the reader may not have received the command yet that is being canceled. */
const retryDelaysMs: readonly number[] = [200, 400, 800];

/** Collects a card until it is read or the signal cancels. Disconnects a reader that does not end the collection. */
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
