import { useState } from 'react';

export interface Call<T> {
  busy: boolean;
  /** Of the last call; null before its response. */
  outcome: T | null;
  start: () => void;
}

/** A call of a button that may be pressed again. @param failed the outcome of a call that failed */
export function useCall<T>(call: () => Promise<T>, failed: T): Call<T> {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<T | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setOutcome(null);
    setOutcome(await call().catch(() => failed));
    setBusy(false);
  }

  return { busy, outcome, start: () => void run() };
}
