import { useState } from 'react';
import type { ActOutcome } from '@washdesk/site-protocol/local-page';
import { LocalCallFailed, newId, pressLocal } from './local-calls.ts';
import type { Site } from './use-site.ts';

export interface Press {
  busy: boolean;
  outcome: ActOutcome | null;
  /** The outcome is missing: `check` asks for it before anything is pressed anew. */
  needsCheck: boolean;
  press: (body: object) => Promise<void>;
  check: () => Promise<void>;
}

interface Sent {
  body: object;
  id: string;
  pressedMs: number;
  journal: string;
}

const noResponse: ActOutcome = { outcome: 'unknown', result: null, reason: null };

/** One button that moves something: a fresh id per press, and the same id to ask what became of it. */
export function usePress(path: '/open' | '/print', { view, clockMs }: Pick<Site, 'view' | 'clockMs'>): Press {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ActOutcome | null>(null);
  const [last, setLast] = useState<Sent | null>(null);

  async function send(sent: Sent, again: string | null): Promise<void> {
    const { body, id, pressedMs } = sent;
    setBusy(true);
    setLast(sent);
    try {
      setOutcome(await pressLocal<ActOutcome>(path, { ...body, id, pressedMs, again }, path === '/print' ? 20_000 : 5_000));
    } catch (error) {
      const isRefused = error instanceof LocalCallFailed && error.code !== 'no_response' && error.code !== 'failed';
      setOutcome(isRefused ? { outcome: 'failed', result: null, reason: error.message } : noResponse);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    outcome,
    needsCheck: outcome?.outcome === 'unknown' && outcome.result === null,
    async press(body) {
      if (!busy && view) await send({ body, id: newId(), pressedMs: clockMs(), journal: view.journal }, null);
    },
    async check() {
      if (!busy && last) await send(last, last.journal);
    },
  };
}
