import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Company } from '../company/company.ts';
import { createApi } from './api.ts';
import { behaviourSchema, wellBehaved, type Behaviour } from './behaviour.ts';
import { loadCompany } from './load-company.ts';
import { findOperation } from './operations.ts';
import { createStripeServer } from './server.ts';
import { followChanges } from './state-file.ts';
import { Store } from './store.ts';

export interface StripeSimulatorOptions {
  company: Company;
  /** 0 or none: any free port of the loopback. */
  port?: number;
  /** Where changes are kept over a restart; without it they live as long as the process. */
  stateFile?: string;
}

export interface StripeState {
  behaviour: Behaviour;
  objects: Record<string, number>;
  /** Answered API requests, by method, path with its parameters' names, and status. */
  requests: Record<string, number>;
}

export interface StripeSimulator {
  port: number;
  /** For tests that want to look at, or change, what Stripe holds. */
  store: Store;
  state(): StripeState;
  behave(change: Partial<Behaviour>): void;
  /** The control port's posts. */
  posts: { behaviour(body: unknown): void };
  stop(): Promise<void>;
}

export async function startStripeSimulator({ company, port = 0, stateFile }: StripeSimulatorOptions): Promise<StripeSimulator> {
  const store = new Store();
  loadCompany(store, company);
  if (stateFile !== undefined) followChanges(stateFile, { seed: company.seed, now: company.now }, store);

  let behaviour = wellBehaved;
  const behave = (change: Partial<Behaviour>): void => {
    behaviour = { ...behaviour, ...change };
  };
  const requests: Record<string, number> = {};
  const server = createStripeServer({
    store,
    newId,
    behaviour: () => behaviour,
    api: createApi({ store, newId }),
    onAnswer(method, path, status) {
      const name = `${method} ${findOperation(method, path)?.operation.path ?? 'unknown'} ${status}`;
      requests[name] = (requests[name] ?? 0) + 1;
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    store,
    state: () => ({ behaviour, objects: store.countByKind(), requests: { ...requests } }),
    behave,
    posts: { behaviour: (body) => behave(behaviourSchema.partial().parse(body)) },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}
