import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { consoleMessage, type ConsoleRequest, type ConsoleSite } from '@washdesk/contracts/system/console';
import { useConsoleTicketMutation } from '../../../domain/console/console-api.ts';
import { openTicketSocket, type SocketState, type TicketSocket } from '../../../lib/live/ticket-socket.ts';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';

export const consoleReconnectMs = 1_500;
const mostEntries = 200;

/** A line with its output. `lost`: the connection ended before the response. */
export interface ConsoleEntry {
  id: number;
  line: string;
  state: 'running' | 'done' | 'failed' | 'lost';
  text: string;
}

const storedSite: z.ZodType<ConsoleSite> = z.object({ number: z.int(), name: z.string() }).nullable();

/** The console's connection, its output and the selected site, which survives a reload. */
export function useConsole() {
  const [state, setState] = useState<SocketState>('connecting');
  const [error, setError] = useState<unknown>(null);
  const [entries, setEntries] = useState<readonly ConsoleEntry[]>([]);
  const [site, setSite] = usePersistedState('console-site', storedSite, null);
  const [fetchTicket] = useConsoleTicketMutation();
  const socket = useRef<TicketSocket | null>(null);
  const lastId = useRef(0);
  const completing = useRef(new Map<number, (words: string[]) => void>());

  const ticket = useEffectEvent(async () => {
    try {
      return (await fetchTicket().unwrap()).ticket;
    } catch (refused) {
      setError(refused);
      throw refused;
    }
  });
  const settle = (id: number, change: Pick<ConsoleEntry, 'state' | 'text'>): void =>
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  const receive = useEffectEvent((content: unknown) => {
    const { data: message } = consoleMessage.safeParse(content);
    if (message?.type === 'completions') completing.current.get(message.id)?.(message.words);
    if (message?.type !== 'output') return;
    settle(message.id, { state: message.ok ? 'done' : 'failed', text: message.text });
    if (message.site?.number !== site?.number) setSite(message.site);
  });
  const changed = useEffectEvent((next: SocketState) => {
    setState(next);
    if (next === 'live') return setError(null);
    for (const resolve of completing.current.values()) resolve([]);
    return setEntries((before) => before.map((entry) => (entry.state === 'running' ? { ...entry, state: 'lost' } : entry)));
  });

  useEffect(() => {
    const opened = openTicketSocket({
      path: '/api/socket',
      ticket: () => ticket(),
      isReady: (content) => consoleMessage.safeParse(content).data?.type === 'ready',
      onMessage: (content) => receive(content),
      onState: (next) => changed(next),
      reconnectMs: consoleReconnectMs,
      reconnects: Infinity,
    });
    socket.current = opened;
    return opened.close;
  }, []);

  const send = (type: ConsoleRequest['type'], line: string): number | null => {
    lastId.current += 1;
    const id = lastId.current;
    const request: ConsoleRequest = { type, id, line, site: site?.number ?? null };
    return socket.current?.send(request) ? id : null;
  };

  return {
    state,
    /** Why the last connection was refused; null if it was not. */
    error,
    entries,
    site,
    restart: () => socket.current?.restart(),
    clear: () => setEntries([]),
    /** @returns false if there is no connection: nothing was sent */
    run(line: string): boolean {
      const id = send('run', line);
      if (id === null) return false;
      setEntries((before) => [...before, { id, line, state: 'running' as const, text: '' }].slice(-mostEntries));
      return true;
    },
    /** Returns what may replace the last word of the line. */
    complete: async (line: string): Promise<string[]> => {
      const id = send('complete', line);
      if (id === null) return [];
      const words = await new Promise<string[]>((resolve) => completing.current.set(id, resolve));
      completing.current.delete(id);
      return words;
    },
  };
}
