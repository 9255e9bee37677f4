import type { liveTicket } from '@washdesk/contracts/system/live';
import { call } from '../lib/call.ts';

/** Delays between attempts to reconnect: the poll works meanwhile. */
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/**
 * Listens for hints that the list of pending signatures has changed (docs/decisions/0073-signature-hints.md). The poll finds the same
 * within seconds, so a connection that fails is only opened again.
 * @returns closes the connection
 */
export function listenForHints(terminal: string | null, onHint: () => void): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = firstDelayMs;
  let closed = false;

  const reconnect = (): void => {
    if (closed) return;
    timer = setTimeout(() => void connect(), delayMs);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  };
  const connect = async (): Promise<void> => {
    try {
      const filter: Record<string, string> = terminal === null ? {} : { terminal };
      const { ticket } = await call<typeof liveTicket>('POST', '/live/ticket', { body: { topic: 'signatures', filter } });
      if (closed) return;
      const opened = new WebSocket(addressOf(window.location));
      socket = opened;
      opened.addEventListener('open', () => opened.send(JSON.stringify({ ticket })));
      opened.addEventListener('message', ({ data }) => {
        const type = typeOf(data);
        if (type === 'ready') delayMs = firstDelayMs;
        if (type === 'signatures') onHint();
      });
      opened.addEventListener('close', reconnect, { once: true });
    } catch {
      // no ticket: the cloud is unreachable, or it is an earlier release without hints
      reconnect();
    }
  };

  void connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    socket?.close();
  };
}

const addressOf = ({ protocol, host }: Location): string => `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/live`;

/** A message of a later release, or none at all, has a type that is ignored. */
function typeOf(data: unknown): unknown {
  try {
    return (JSON.parse(String(data)) as { type?: unknown } | null)?.type;
  } catch {
    return undefined;
  }
}
