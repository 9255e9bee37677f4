import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Company } from '@washdesk/simulators/company/company';
import { registerCalendars } from './calendars.ts';
import { MovableClock } from './clock.ts';
import { Deliveries, type DeliveryCounts } from './events/deliveries.ts';
import { EventLog } from './events/event-log.ts';
import { putWebhook, type Webhook } from './events/given-webhook.ts';
import { openDriftWatch } from './fidelity/drift.ts';
import { LocalReaders } from './readers/local-readers.ts';
import { ReaderControls, type ReaderInput } from './readers/reader-controls.ts';
import { createApi } from './server/api.ts';
import { changedBehaviour, wellBehaved, type Behaviour, type BehaviourChange } from './server/behaviour.ts';
import { controlsOf, type Controllable, type Controls } from './server/control.ts';
import { Faults } from './server/faults.ts';
import { findOperation } from './server/operations.ts';
import { RequestHolds } from './server/request-holds.ts';
import { createStripeServer } from './server/server.ts';
import { siteRoutes } from './site/routes.ts';
import { siteOf } from './site/site.ts';
import { openMemory } from './state/memory.ts';
import type { Sandbox } from './state/sandbox.ts';
import type { Store } from './state/store.ts';

export interface StripeSimulatorOptions {
  company: Company;
  /** 0 or omitted: any free port of the loopback interface. */
  port?: number;
  /** The file that stores changes across restarts. Without it, they are lost when the process ends. */
  stateFile?: string;
  /**
   * How far the company's time is ahead of system time; default 0. A company seeded in the past catches up on start. A state file with a
   * larger offset overrides it.
   */
  clockOffsetMs?: number;
  /** An endpoint that receives every event from the start. */
  webhook?: Webhook;
}

export interface StripeState {
  behaviour: Behaviour;
  objects: Record<string, number>;
  /** Number of API responses by method, path with parameter names, and status. */
  requests: Record<string, number>;
  webhooks: DeliveryCounts;
}

export interface StripeSimulator extends Controllable, Controls {
  port: number;
  /** For tests that read or change Stripe's objects. */
  store: Store;
  sandbox: Sandbox;
  holds: RequestHolds;
  state(): StripeState;
  /** Resolves when every event so far is delivered or abandoned, except those held back. */
  webhooksSettled(): Promise<void>;
  stop(): Promise<void>;
}

const tickMs = 1_000;

export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  const { port = 0, webhook } = options;
  const { store, idempotency, journal, clockOffsetMs } = openMemory(options);
  const clock = new MovableClock(clockOffsetMs, Date.now, () => journal.commit());
  const now = (): number => clock.now();

  let behaviour = wellBehaved;
  const faults = new Faults(() => behaviour);
  const holds = new RequestHolds();
  const deliveries = new Deliveries(store, () => behaviour.webhooks, behaviour.seed);
  if (webhook) putWebhook(store, webhook, now());
  const events = new EventLog({ store, deliveries, newId, now });
  const moveClock = (to: Date): void => {
    clock.moveTo(to.getTime());
    journal.write({ clockOffsetMs: clock.offsetMs });
  };
  const sandbox: Sandbox = {
    store,
    newId,
    now,
    afterLastRetry: () => behaviour.afterLastRetry,
    moveClock: (to) => moveClock(new Date(to * 1_000)),
    emit: (type, id, previous) => events.emit(type, id, previous),
  };
  registerCalendars(sandbox, clock);
  const localReaders = new LocalReaders(newId);
  const readerControls = new ReaderControls(sandbox, localReaders);

  const api = createApi({
    sandbox,
    idempotency,
    events,
    keysByParameters: () => behaviour.keysByParameters,
    breakDown: () => faults.maybeBreakDown(),
    commit: () => journal.commit(),
  });
  const drift = await openDriftWatch();
  drift?.follow(store);
  const requests: Record<string, number> = {};
  const server = createStripeServer({
    newId,
    faults,
    holds,
    idempotency,
    site: siteOf(siteRoutes(sandbox, localReaders, readerControls)),
    latencyMs: () => behaviour.latencyMs,
    api: drift?.around(api) ?? api,
    endpointOf: (method, path) => `${method} ${findOperation(method, path)?.operation.path ?? 'unknown'}`,
    onAnswer(endpoint, status) {
      requests[`${endpoint} ${status}`] = (requests[`${endpoint} ${status}`] ?? 0) + 1;
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  store.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  clock.tick();
  deliveries.resume();
  const ticker = setInterval(() => clock.tick(), tickMs).unref();

  const controlled = {
    clock,
    behave(change: BehaviourChange) {
      behaviour = changedBehaviour(behaviour, change);
      if (change.seed !== undefined) for (const drawn of [faults, deliveries]) drawn.reseed(change.seed);
      deliveries.pump();
    },
    moveClock,
    forgetKeys: () => idempotency.forgetAll(),
    reader: (id: string, order: ReaderInput) => readerControls.order(id, order),
  };
  return {
    ...controlled,
    ...controlsOf(controlled),
    port: (server.address() as AddressInfo).port,
    store,
    sandbox,
    holds,
    state: () => ({ behaviour, objects: store.countByKind(), requests: { ...requests }, webhooks: deliveries.counts() }),
    webhooksSettled: () => deliveries.settled(),
    async stop() {
      clearInterval(ticker);
      deliveries.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      journal.commit();
    },
  };
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}
