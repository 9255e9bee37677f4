import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Broker } from '@washdesk/broker/broker';
import { startBroker } from '@washdesk/broker/broker';
import { compileCache } from '@washdesk/local-servers/cache-folder';
import { required } from '@washdesk/local-servers/debian-packages';
import { startMosquitto } from '@washdesk/local-servers/mosquitto';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { freePort } from '@washdesk/local-servers/ports';
import { testBrokerName } from '@washdesk/local-servers/test-broker';
import type { RosterEntry, RosterPage } from '@washdesk/site-protocol/roster';
import { checksumOf } from '@washdesk/site-protocol/roster-checksum';
import type { WantedConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import type { SiteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';

const broadcast = ['wash/v1/#'];

/** A real broker that can stop and start again on the same port. */
export interface TestBroker {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts our broker, or Debian's Mosquitto in `npm run prove -- mosquitto`. */
export async function startTestBroker(site: number, isMosquitto = testBrokerName() === 'mosquitto'): Promise<TestBroker> {
  const port = await freePort();
  const url = `mqtt://127.0.0.1:${port}`;
  if (isMosquitto) return { url, ...(await mosquittoAt(port, site)) };
  const users = [
    { username: 'agent', password: 'agent', publish: [`wash/v1/${site}/#`], subscribe: [`wash/v1/${site}/#`] },
    { username: 'cloud', password: 'cloud', publish: broadcast, subscribe: broadcast },
  ];
  let broker: Broker | null = null;
  const start = async (): Promise<void> => {
    broker = await startBroker({ host: '127.0.0.1', port, users }, () => undefined);
  };
  await start();
  return { url, start, stop: async () => broker?.stop() };
}

async function mosquittoAt(port: number, site: number): Promise<Omit<TestBroker, 'url'>> {
  const distribution = required(await provideMosquitto());
  const folder = mkdtempSync(join(tmpdir(), 'washdesk-mosquitto-'));
  const users = [
    { username: 'agent', password: 'agent', topics: `wash/v1/${site}/#` },
    { username: 'cloud', password: 'cloud', topics: 'wash/v1/#' },
  ];
  const start = () => startMosquitto({ distribution, folder, port, users });
  let running = await start();
  return {
    async start() {
      running = await start();
    },
    stop: () => running.stop(),
  };
}

/** The agent as its own process, as at a site. */
export interface AgentProcess {
  readonly pid: number;
  output(): string;
  ready(): Promise<void>;
  /** Resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export function startAgentProcess(configFile: string): AgentProcess {
  const child: ChildProcess = spawn(process.execPath, [main, configFile], {
    env: { ...process.env, ...compileCache() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    if (output.includes('{"ready":true}')) resolve();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<number | null>((tell) => child.once('exit', tell));
  void ended.then((code) => reject(new Error(`The agent ended with ${code}: ${output}`)));
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ready: () => ready,
    stop(signal = 'SIGTERM') {
      child.kill('SIGCONT');
      child.kill(signal);
      return ended;
    },
  };
}

/** The part of the cloud's HTTP API that an agent uses. */
export interface TestRosterServer {
  url: string;
  /** Returns the number of issued tokens. */
  logins(): number;
  /** Invalidates all issued tokens. */
  revoke(): void;
  /** Refuses the service account from now on, or accepts it again. */
  refuse(refused: boolean): void;
  put(...entries: Omit<RosterEntry, 'seq'>[]): void;
  seq(): number;
  /** The numbers that pages were asked from. */
  asked(): number[];
  /** Damages the next response: one entry of its page, or the checksum of the whole. */
  damage(what: 'page' | 'whole'): void;
  /** The newest version of the site's configuration. */
  configure(version: number, content: SiteConfiguration): void;
  stop(): Promise<void>;
}

/** Answers a request of a signed-in agent that is not for the roster; returns false if the address is unknown. */
export type MoreRoutes = (url: URL, request: IncomingMessage, response: ServerResponse) => boolean;

export async function startRosterServer(pageSize = 2, otherRoutes: MoreRoutes = () => false): Promise<TestRosterServer> {
  const entries: RosterEntry[] = [];
  let logins = 0;
  let revoked = 0;
  let refused = false;

  const asked: number[] = [];
  let damaged: 'page' | 'whole' | null = null;
  let wanted: WantedConfiguration['configuration'] = null;

  function wholeChecksum(): string {
    const latest = new Map(entries.map((entry) => [entry.code, entry]));
    return checksumOf([...latest.values()].filter(({ removed }) => !removed));
  }

  const page = (since: number): RosterPage => {
    asked.push(since);
    const all = entries.filter(({ seq }) => seq > since);
    const some = all.slice(0, pageSize);
    const more = all.length > some.length;
    const whole = damaged === 'whole' ? checksumOf([]) : wholeChecksum();
    const checksum = checksumOf(damaged === 'page' ? [] : some);
    if (damaged === 'page' || !more) damaged = null;
    return { seq: some.at(-1)?.seq ?? since, full: since === 0, entries: some, more, checksum, ...(!more && { whole }) };
  };

  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://cloud');
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname === '/api/auth/loginserviceaccount') {
      if (refused) return answer(401, { code: 'unauthorized', message: 'Sign in', requestId: 'x' });
      logins += 1;
      return answer(200, { accessToken: `token-${logins}`, expiresIn: 3_600 });
    }
    const token = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0);
    if (token <= revoked) return answer(401, { code: 'unauthorized', message: 'Sign in', requestId: 'x' });
    if (url.pathname === '/api/agent/configuration') {
      const have = Number(url.searchParams.get('have') ?? 0);
      return answer(200, { configuration: wanted && wanted.version > have ? wanted : null });
    }
    if (url.pathname === '/api/agent/roster') return answer(200, page(Number(url.searchParams.get('since'))));
    return otherRoutes(url, request, response) ? undefined : answer(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    logins: () => logins,
    revoke: () => (revoked = logins),
    refuse(now) {
      refused = now;
      revoked = logins;
    },
    put: (...added) => added.forEach((entry) => entries.push({ ...entry, seq: entries.length + 1 })),
    seq: () => entries.length,
    asked: () => asked,
    damage: (what) => void (damaged = what),
    configure: (version, content) => void (wanted = { version, content }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
