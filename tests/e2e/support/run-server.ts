import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Workbench } from '@washdesk/workbench/workbench';
import { ReadWriteLock } from './read-write-lock.ts';

const serviceActions = ['start', 'kill', 'suspend', 'resume'] as const;
export type ServiceAction = (typeof serviceActions)[number];

/** Serves the workers of a run from the process that has their workbench. Listens on its own port. */
export async function startRunServer(workbench: Workbench): Promise<{ url: string; stop(): void }> {
  const turns = new ReadWriteLock();
  const numbers = new Map<string, number>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://run');
    const [, what, name = '', action] = pathname.split('/');
    if (what === 'services') {
      await runAction(workbench, name, action);
      response.end();
    } else if (what === 'numbers') {
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      response.end(String(number));
    } else if (what === 'turn') {
      // The connection holds the lock, so a killed worker releases it.
      const turn = turns.wait(searchParams.get('alone') === 'true', () => response.write('Begin.'));
      response.once('close', () => turn.end());
    } else {
      throw new Error(`Unknown path ${pathname}`);
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => stop(server) };
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function runAction(workbench: Workbench, name: string, action = ''): Promise<void> {
  const known = serviceActions.find((candidate) => candidate === action);
  if (!known) throw new Error(`Unknown service action ${action}`);
  await workbench.service(name)[known]();
}
