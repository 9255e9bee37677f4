import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { hashOfSecret } from '@washdesk/cloud-api/common/rotating-secrets';
import { signUp } from '@washdesk/cloud-api/features/members/signatures/sign-up.fixture';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { send } from '@washdesk/cloud-api/testing/calls';
import { publicUrl, startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { liveTicket } from '@washdesk/contracts/system/live';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
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
let cookies: string[];

beforeAll(async () => {
  environment = await startTestEnvironment();
  cookies = await enrolledTablets();
  cloud = await startProgram(environment.settings);
}, longMs);
afterAll(async () => {
  cloud.signal('SIGTERM');
  await cloud.ended;
  await environment.stop();
});

/** Returns the cookies of tablets at terminals of two sites. */
async function enrolledTablets(): Promise<string[]> {
  const made = Array.from({ length: tablets }, (_, at) => ({ at, secret: randomBytes(24).toString('base64url') }));
  await environment.database.db
    .insertInto('device')
    .values(
      made.map(({ at, secret }) => ({
        id: randomUUID(),
        kind: 'tablet',
        name: `Tablet ${at}`,
        site: at % 2 ? 12 : 27,
        terminal: `Washcashier${(at % 4) + 1}`,
        secret_hash: hashOfSecret(secret),
        enrolled: new Date(),
      })),
    )
    .execute();
  return made.map(({ secret }) => `__Host-washdesk_device=${secret}`);
}

interface Polled {
  status: number;
  version: string;
  text: string;
}

async function poll(agent: Agent, cookie: string, { version = '', query = '' } = {}): Promise<Polled> {
  const headers = { cookie, accept: 'application/json', ...(version && { 'if-none-match': version }) };
  const sent = request(`${cloud.url}/api/signature${query}`, { agent, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += String(piece);
  return { status: answer.statusCode ?? 0, version: answer.headers.etag ?? '', text };
}

/** Returns the processor seconds that cloud-api and its connections to the database have used. */
async function used(): Promise<{ cloud: number; database: number }> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(environment.database.db);
  const database = await Promise.all(rows.map(({ pid }) => secondsOf(pid)));
  return { cloud: await secondsOf(cloud.pid), database: database.reduce((sum, one) => sum + one, 0) };
}

/** Fields 14 and 15 of the process: user and system time in hundredths of a second. */
async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

async function measured(work: () => Promise<void>): Promise<{ cloud: number; database: number }> {
  const [before, began] = [await used(), performance.now()];
  await work();
  const [after, elapsed] = [await used(), (performance.now() - began) / 1_000];
  return { cloud: (after.cloud - before.cloud) / elapsed, database: (after.database - before.database) / elapsed };
}

it(
  `${tablets} polling tablets cost less than ${percent} % of a core`,
  async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 600 });
    const versions = new Map<string, string>();
    for (const cookie of cookies) versions.set(cookie, (await poll(agent, cookie)).version);
    const statuses = new Map<number, number>();
    const polling = async (forMs: number): Promise<void> => {
      const end = performance.now() + forMs;
      await Promise.all(
        cookies.map(async (cookie, at) => {
          await sleep((at / tablets) * pollEveryMs);
          while (performance.now() < end) {
            const next = sleep(pollEveryMs);
            const { status } = await poll(agent, cookie, { version: versions.get(cookie) ?? '' });
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            await next;
          }
        }),
      );
    };
    for (let round = 0; round < warmUpRounds; round += 1)
      for (const cookie of cookies) await poll(agent, cookie, { version: versions.get(cookie) ?? '' });
    await polling(2 * pollEveryMs);
    statuses.clear();
    const idle = await measured(() => sleep(seconds * 1_000));
    const busy = await measured(() => polling(seconds * 1_000));
    agent.destroy();
    const cost = { cloud: busy.cloud - idle.cloud, database: busy.database - idle.database };
    const inPercent = (share: number): string => `${(share * 100).toFixed(2)} %`;
    console.log(
      `${tablets} tablets: cloud-api ${inPercent(cost.cloud)}, database ${inPercent(cost.database)} of a core; idle ${inPercent(idle.cloud)}; answers ${JSON.stringify([...statuses])}`,
    );
    expect([...statuses.keys()]).toEqual([304]);
    // cloud-api and the database together
    expect((cost.cloud + cost.database) * 100).toBeLessThan(percent);
  },
  longMs,
);

it(
  `an agreement is shown within ${shownMs} ms of its request`,
  async () => {
    const agent = new Agent({ keepAlive: true });
    const [cookie = ''] = cookies.slice(1);
    const asTablet = { cookie };
    const terminal = 'Washcashier2';
    const { text } = await send(cloud.url, { method: 'POST', path: liveTicket.path, headers: asTablet, body: '{"topic":"signatures"}' });
    const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/api/live`, { origin: publicUrl });
    await once(socket, 'open');
    socket.send(JSON.stringify({ ticket: liveTicket.response.parse(JSON.parse(text)).ticket }));
    const cashier = await signedIn(environment, { roles: Role.Cashier, terminal });
    const times: number[] = [];
    for (let n = 0; n < hints; n += 1) {
      const { customer } = await signUp(environment.database);
      const shown = Promise.withResolvers<void>();
      const hinted = async (data: unknown): Promise<void> => {
        if (!String(data).includes('"signatures"')) return;
        const { text: list } = await poll(agent, cookie, { query: '?noCache=true' });
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
      expect((await send(cloud.url, { method: 'POST', path: '/signature', headers: cashier, body })).status).toBe(201);
      await shown.promise;
      times.push(performance.now() - began);
      socket.off('message', listener);
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
