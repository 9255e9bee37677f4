import { consoleMessage, type ConsoleRequest } from '@washdesk/contracts/system/console';
import { openTicketSocket } from '../../lib/live/ticket-socket.ts';

/** `unknown`: the connection ended before the response, so the line may have run. */
export interface LineOutcome {
  state: 'done' | 'failed' | 'unknown';
  text: string;
}

interface Line {
  site: number;
  verb: string;
  device: string | null;
  /** Empty for a command that needs none. */
  reason: string;
}

/** Words of a console line are joined by quotation marks; one of them is written between those of the other kind. */
const quoted = (text: string): string => `"${text.replaceAll('"', `"'"'"`)}"`;

export const lineOf = ({ verb, device, reason }: Omit<Line, 'site'>): string =>
  [verb, ...(device === null ? [] : [device]), ...(reason === '' ? [] : [`--reason=${quoted(reason)}`])].join(' ');

/** Runs one line of the console on a socket of its own. @throws what `ticket` throws */
export function runConsoleLine(line: Line, ticket: () => Promise<string>): Promise<LineOutcome> {
  return new Promise((resolve, reject) => {
    let refused: unknown = null;
    let isSent = false;
    const socket = openTicketSocket({
      path: '/api/socket',
      ticket: async () => {
        try {
          return await ticket();
        } catch (error) {
          refused = error;
          throw error;
        }
      },
      isReady: (content) => consoleMessage.safeParse(content).data?.type === 'ready',
      onMessage(content) {
        const { data: message } = consoleMessage.safeParse(content);
        if (message?.type !== 'output') return;
        socket.close();
        resolve({ state: message.ok ? 'done' : 'failed', text: message.text });
      },
      onState(state) {
        if (state === 'live') {
          const request: ConsoleRequest = { type: 'run', id: 1, line: lineOf(line), site: line.site };
          isSent = socket.send(request);
        } else if (refused !== null) reject(refused);
        else if (isSent) resolve({ state: 'unknown', text: 'The connection was lost before the response. Check whether it was done.' });
        else resolve({ state: 'failed', text: 'Couldn’t connect, so nothing was done. Try again.' });
      },
      reconnectMs: 0,
      reconnects: 0,
    });
  });
}
