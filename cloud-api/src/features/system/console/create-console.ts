import type { Logger } from 'pino';
import { consolePrompt, consoleRequest, consoleTicket, listConsoleActions, type ConsoleMessage } from '@washdesk/contracts/system/console';
import type { Presences } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import type { TicketSocket, TicketSockets } from '../../../http/ticket-sockets.ts';
import type { LiveGrant } from '../../../live/live-source.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands, SiteJournals } from '../../../ports/site-commands.ts';
import type { GateOpener } from './commands/lane-commands.ts';
import type { UpdateOffers } from './commands/site-commands.ts';
import type { SiteDirectory } from './console-command.ts';
import { actionsOf, consoleCommands } from './console-commands.ts';
import { ConsoleService, type ConsoleServiceOptions } from './console.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
  sites: SiteCommands & SiteJournals;
  gates: GateOpener;
  updates: UpdateOffers;
  directory: SiteDirectory;
  tickets: {
    issueFor(grant: LiveGrant): Promise<string>;
    redeem(ticket: string): Promise<LiveGrant | null>;
  };
  ticketSeconds: number;
  access: Pick<ConsoleServiceOptions, 'principalOfSession'> & {
    presences: Presences;
    openSessions: { has(session: string): Promise<boolean>; onEnded(listener: (session: string) => void): void };
  };
}

/** In the grant of a console's ticket, in place of a live topic. */
const topic = 'console';
const mostOfSession = 10;

/** The command console for IT, over `/api/socket`. */
export function createConsole({ gates, updates, directory, tickets, ticketSeconds, access, ...core }: Dependencies) {
  const { principalOfSession, presences, openSessions } = access;
  const commands = consoleCommands({ directory, gates, updates, now: () => core.clock.now() });
  const actions = actionsOf(commands);
  const service = new ConsoleService({ ...core, commands, directory, principalOfSession, presences });
  const open = new Set<TicketSocket<LiveGrant>>();
  openSessions.onEnded((session) => {
    for (const { grant, close } of open) if (grant.session === session) close('The session has ended');
  });
  const sockets: TicketSockets<LiveGrant> = {
    async redeem(ticket) {
      const grant = await tickets.redeem(ticket);
      return grant?.topic === topic ? grant : null;
    },
    stillAllowed: ({ session }) => (session === null ? Promise.resolve(false) : openSessions.has(session)),
    join(socket) {
      const { session } = socket.grant;
      if ([...open].filter(({ grant }) => grant.session === session).length >= mostOfSession) {
        socket.close('Too many consoles of one session are open');
        return () => undefined;
      }
      open.add(socket);
      serve(socket, service, core.log);
      return () => void open.delete(socket);
    },
  };
  return {
    officeAuditKinds: ['agent', 'driver', 'printer', 'tag.simulated'],
    routes: [
      route(consoleTicket, async ({ caller }) => ({
        ticket: await tickets.issueFor({ topic, site: null, filter: {}, session: principalOf(caller).session }),
        expiresIn: ticketSeconds,
      })),
      route(listConsoleActions, () => Promise.resolve({ actions })),
    ],
    sockets,
  } satisfies OfferingFeature;
}

/** Answers the lines of one socket, one at a time. */
function serve({ grant, send, close, onMessage }: TicketSocket<LiveGrant>, service: ConsoleService, log: Logger): void {
  const session = grant.session ?? '';
  const answer = (message: ConsoleMessage): void => send(message);
  let last = Promise.resolve();
  const handle = async (text: string): Promise<void> => {
    const { success, data } = consoleRequest.safeParse(parsed(text));
    if (!success) return;
    const { type, id } = data;
    if (type === 'complete') return answer({ type: 'completions', id, words: await service.complete(session, data) });
    const outcome = await service.run(session, data);
    if (outcome) answer({ type: 'output', id, ...outcome });
    else close('The session has ended');
  };
  answer({ type: 'ready', prompt: consolePrompt });
  onMessage((text) => {
    last = last
      .then(() => handle(text))
      .catch((error: unknown) => {
        log.error({ err: error }, 'Console line failed');
        close('The server couldn’t answer');
      });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
