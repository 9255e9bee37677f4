import type { ErrorResponse, Terminal } from '@stripe/terminal-js';

interface Collection<T> {
  ask: () => Promise<T>;
  withdraw: () => Promise<ErrorResponse | object>;
}

/** Between attempts, in milliseconds: a reader may not yet have heard what is to be withdrawn. */
const againAfterMs: readonly number[] = [200, 400, 800];

/** Asks for a card until it is read or the signal withdraws the question. A reader that does not let go of it is disconnected. */
export async function withdrawing<T>(terminal: Terminal, signal: AbortSignal, { ask, withdraw }: Collection<T>): Promise<T> {
  let ended = false;
  const giveUp = async (): Promise<void> => {
    for (const waitMs of againAfterMs) {
      if (ended || !('error' in (await withdraw()))) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    if (!ended) await terminal.disconnectReader();
  };
  const onAbort = (): void => void giveUp();
  signal.addEventListener('abort', onAbort);
  try {
    return await ask();
  } finally {
    ended = true;
    signal.removeEventListener('abort', onAbort);
  }
}
