import { useEffect, useState } from 'react';
import type { LocalView } from '@washdesk/site-protocol/local-page';
import { LocalCallFailed, readLocal } from './local-calls.ts';

const everyMs = 1_000;
const mostLines = 300;

export interface Site {
  /** The last view; null until the first, and after the session ended. */
  view: LocalView | null;
  /** The log, oldest first. */
  lines: readonly string[];
  signedOut: boolean;
  /** The agent does not respond: the view is old. */
  silent: boolean;
  /** Returns the agent’s clock now, as far as the page knows it: never ahead of it. */
  clockMs: () => number;
}

/** What every part of the page shows. */
export interface Shown {
  site: Site;
  view: LocalView;
}

interface State {
  view: LocalView | null;
  receivedMs: number;
  lines: readonly string[];
  signedOut: boolean;
  silent: boolean;
}

const nothing: State = { view: null, receivedMs: 0, lines: [], signedOut: false, silent: false };

/** Reads the site's state every second while the page is open. */
export function useSite(): Site {
  const [state, setState] = useState(nothing);
  useEffect(() => {
    let next = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const read = async (): Promise<void> => {
      const outcome = await readLocal<LocalView>(`/view?log=${next}`).catch((error: unknown) => error as LocalCallFailed);
      if (ended) return;
      if (outcome instanceof Error) {
        const signedOut = outcome instanceof LocalCallFailed && outcome.code === 'signed_out';
        setState((known) => (signedOut ? { ...nothing, signedOut } : { ...known, silent: true }));
        // the sign-in reads again
        if (signedOut) return;
      } else {
        const added = outcome.log?.lines ?? [];
        next = outcome.log?.next ?? 0;
        const receivedMs = performance.now();
        setState((known) => {
          const lines = added.length > 0 ? [...known.lines, ...added].slice(-mostLines) : known.lines;
          return { view: outcome, receivedMs, lines, signedOut: false, silent: false };
        });
      }
      timer = setTimeout(() => void read(), everyMs);
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, []);
  const { view, receivedMs, ...shown } = state;
  const clockMs = (): number => (view === null ? 0 : view.clockMs + performance.now() - receivedMs);
  return { view, ...shown, clockMs };
}
