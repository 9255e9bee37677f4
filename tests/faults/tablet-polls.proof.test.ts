import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { hashOfSecret } from '@washdesk/cloud-api/common/rotating-secrets';
import { signUp } from '@washdesk/cloud-api/features/members/signatures/sign-up.fixture';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { send } from '@washdesk/cloud-api/testing/calls';
import { publicUrl, startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { liveTicket } from '@washdesk/contracts/system/live';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
import { processorSecondsOf } from '@washdesk/test-support/processor-time';
import { sizeOf } from '@washdesk/test-support/sizes';
import { startProgram, type Program } from '../api/program.ts';

const { tablets, seconds, percent, hints, shownMs } = sizeOf('tablets');
/** As on a tablet. */
const pollEveryMs = 5_000;
/** Polls of each tablet before the measurement: as many as in six minutes, until V8 has compiled the code. */
const warmUpRounds = 72;
const longMs = scaledTimeout(10 * 60_000);

let environment: TestEnvironment;
let cloud: Program;
let tabletsOfCloud: Tablet[];

beforeAll(async () => {
  environment = await startTestEnvironment();
  tabletsOfCloud = await enrolledTablets();
  cloud = await startProgram(environment.settings);
}, longMs);
afterAll(async () => {
  cloud.signal('SIGTERM');
  await cloud.ended;
  await environment.stop();
});

interface Tablet {
  cookie: string;
  /** The query of its polls. */
  query: string;
}

/** Enrolls tablets of two sites: at a terminal of their own, or at one that a person chose at the tablet. */
async function enrolledTablets(): Promise<Tablet[]> {
  const made = Array.from({ length: tablets }, (_, at) => ({ at, secret: randomBytes(24).toString('base64url') }));
  await environment.database.db
    .insertInto('device')
    .values(
      made.map(({ at, secret }) => ({
        id: randomUUID(),
        kind: 'tablet',
        name: `Tablet ${at}`,
        site: at % 2 ? 12 : 27,
        terminal: at % 3 ? `Washcashier${(at % 4) + 1}` : null,
        secret_hash: hashOfSecret(secret),
        enrolled: new Date(),
      })),
    )
    .execute();
  return made.map(({ at, secret }) => ({ cookie: `__Host-washdesk_device=${secret}`, query: at % 3 ? '' : '?terminal=Washcashier1' }));
}

interface Polled {
  status: number;
  version: string;
  text: string;
}

/** The least that a program on Node can do for a poll. */
const bareServer = `
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(304, ['ETag', request.headers['if-none-match'] ?? '"none"']).end();
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

async function startBareServer(): Promise<{ url: string; pid: number; stop: () => void }> {
  const child = spawn(process.execPath, ['-e', bareServer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { url: `http://127.0.0.1:${port.trim()}`, pid: child.pid!, stop: () => void child.kill() };
}

async function poll(agent: Agent, { cookie, query }: Tablet, { version = '', url = cloud.url } = {}): Promise<Polled> {
  const headers = { cookie, accept: 'application/json', ...(version && { 'if-none-match': version }) };
  const sent = request(`${url}/api/signature${query}`, { agent, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += String(piece);
  return { status: answer.statusCode ?? 0, version: answer.headers.etag ?? '', text };
}

interface Used {
  cloud: number;
  database: number;
  floor: number;
}

/** Returns the processor seconds that cloud-api, its connections to the database and the bare server have used. */
async function used(floor: number): Promise<Used> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(environment.database.db);
  const database = await Promise.all(rows.map(({ pid }) => processorSecondsOf(pid)));
  return {
    cloud: await processorSecondsOf(cloud.pid),
    database: database.reduce((sum, one) => sum + one, 0),
    floor: await processorSecondsOf(floor),
  };
}

async function measured(floor: number, work: () => Promise<void>): Promise<Used> {
  const [before, began] = [await used(floor), performance.now()];
  await work();
  const [after, elapsed] = [await used(floor), (performance.now() - began) / 1_000];
  const share = (name: keyof Used): number => (after[name] - before[name]) / elapsed;
  return { cloud: share('cloud'), database: share('database'), floor: share('floor') };
}

it(
  `${tablets} polling tablets cost less than ${percent} % of a core`,
  async () => {
    const bare = await startBareServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 600 });
    onTestFinished(() => {
      agent.destroy();
      bare.stop();
    });
    const versions = new Map<Tablet, string>();
    for (const tablet of tabletsOfCloud) versions.set(tablet, (await poll(agent, tablet)).version);
    const statuses = new Map<number, number>();
    const pollOf = async (tablet: Tablet, url: string): Promise<void> => {
      const { status } = await poll(agent, tablet, { version: versions.get(tablet) ?? '', url });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    // each tablet polls both, so that they are measured under the same load
    const polling = async (rounds: number): Promise<void> => {
      const began = performance.now();
      await Promise.all(
        tabletsOfCloud.map(async (tablet, at) => {
          for (let round = 0; round < rounds; round += 1) {
            const due = began + (round + at / tablets) * pollEveryMs;
            await sleep(Math.max(0, due - performance.now()));
            await pollOf(tablet, cloud.url);
            await pollOf(tablet, bare.url);
          }
        }),
      );
    };
    for (let round = 0; round < warmUpRounds; round += 1) for (const tablet of tabletsOfCloud) await pollOf(tablet, cloud.url);
    await polling(2);
    statuses.clear();
    const idle = await measured(bare.pid, () => sleep(seconds * 1_000));
    const busy = await measured(bare.pid, () => polling(seconds / (pollEveryMs / 1_000)));
    const [inCloud, inDatabase] = [busy.cloud - idle.cloud, busy.database - idle.database];
    const inPercent = (share: number): string => `${(share * 100).toFixed(2)} %`;
    console.log(
      `${tablets} tablets: cloud-api ${inPercent(inCloud)}, database ${inPercent(inDatabase)} of a core; idle ${inPercent(idle.cloud)}; bare server ${inPercent(busy.floor)}, ratio ${(inCloud / busy.floor).toFixed(2)}; answers ${JSON.stringify([...statuses])}`,
    );
    expect([...statuses.keys()]).toEqual([304]);
    // cloud-api and the database together
    expect((inCloud + inDatabase) * 100).toBeLessThan(percent);
  },
  longMs,
);

it(
  `an agreement is shown within ${shownMs} ms of its request`,
  async () => {
    const agent = new Agent({ keepAlive: true });
    const tablet = { cookie: tabletsOfCloud[1]!.cookie, query: '?noCache=true' };
    const { cookie } = tablet;
    const asTablet = { cookie };
    const terminal = 'Washcashier2';
    const { text } = await send(cloud.url, { method: 'POST', path: liveTicket.path, headers: asTablet, body: '{"topic":"signatures"}' });
    const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/api/live`, { origin: publicUrl });
    await once(socket, 'open');
    socket.send(JSON.stringify({ ticket: liveTicket.response.parse(JSON.parse(text)).ticket }));
    const cashier = await signedIn(environment, { roles: Role.Cashier, terminal });
    // a request counts as received if the tablet has polled
    await poll(agent, tablet);
    const times: number[] = [];
    for (let n = 0; n < hints; n += 1) {
      const { customer } = await signUp(environment.database);
      const shown = Promise.withResolvers<void>();
      const hinted = async (data: unknown): Promise<void> => {
        if (!String(data).includes('"signatures"')) return;
        const { text: list } = await poll(agent, tablet);
        const { signatures } = JSON.parse(list) as { signatures: { id: string; customer: string }[] };
        const waiting = signatures.find((one) => one.customer === customer);
        if (!waiting) return;
        const agreement = await send(cloud.url, { method: 'GET', path: `/receipt/agreement/${waiting.id}`, headers: asTablet });
        if (agreement.status === 200) shown.resolve();
      };
      const listener = (data: unknown): void => void hinted(data);
      socket.on('message', listener);
      const began = performance.now();
      const body = JSON.stringify({ customer });
      const requested = await send(cloud.url, { method: 'POST', path: '/signature', headers: cashier, body });
      expect(requested.status).toBe(201);
      await shown.promise;
      times.push(performance.now() - began);
      socket.off('message', listener);
      const { id } = JSON.parse(requested.text) as { id: string };
      await send(cloud.url, { method: 'DELETE', path: `/signature/${id}`, headers: cashier });
    }
    socket.close();
    agent.destroy();
    const sorted = times.toSorted((one, other) => one - other);
    const [middle, late] = [sorted[Math.floor(hints / 2)] ?? 0, sorted[Math.floor(hints * 0.95)] ?? 0];
    console.log(`agreement by hint: p50 ${middle.toFixed(0)} ms, p95 ${late.toFixed(0)} ms`);
    expect(late).toBeLessThan(shownMs);
  },
  longMs,
);
