import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { refusal, send } from '@washdesk/cloud-api/testing/calls';
import { startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { freshMember } from '@washdesk/cloud-api/testing/members';
import { member } from '@washdesk/contracts/samples.fixture';
import { Role } from '@washdesk/rules/company/roles';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import { until } from '@washdesk/test-support/until';
import { startProgram, type Program } from './program.ts';

let around: TestEnvironment;
let line: TcpProxy;
let program: Program;

beforeAll(async () => {
  around = await startTestEnvironment();
  const database = new URL(around.database.applicationUrl);
  line = await startTcpProxy(Number(database.port));
  database.port = String(line.port);
  database.hostname = '127.0.0.1';
  program = await startProgram({ ...around.settings, WASHDESK_DATABASE_URL: database.href });
});
afterEach(() => line.restore());
afterAll(async () => {
  program.signal('SIGTERM');
  await program.ended;
  await line.stop();
  await around.stop();
});

const health = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${program.url}${path}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('health', () => {
  it('says that the process lives and that it can serve', async () => {
    expect(await health('/health')).toEqual({ status: 200, body: { alive: true } });
    const ready = await until('the broker is reached', async () => {
      const answer = await health('/health/ready');
      return JSON.stringify(answer).includes('"ok":false') ? null : answer;
    });
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({
      ready: true,
      parts: [
        { name: 'process', vital: true, ok: true },
        { name: 'database', vital: true, ok: true },
        { name: 'schema', vital: true, ok: true },
        { name: 'broker', vital: false, ok: true },
      ],
    });
  });

  it('is 503 without the database, while the process lives, and good again by itself', async () => {
    line.cut();
    const down = await health('/health/ready');
    expect(down.status).toBe(503);
    expect(down.body).toMatchObject({ ready: false });
    expect((await health('/health')).status).toBe(200);
    line.restore();
    await until('the database is back', async () => ((await health('/health/ready')).status === 200 ? true : null));
  });
});

/** Redeems the customer in another transaction: in the database, another redeem of the customer waits until `release`. */
async function holdCustomer(customer: string): Promise<{ release(): Promise<void> }> {
  const other = await around.database.raw.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [customer]);
  return {
    async release() {
      await other.query('commit');
      other.release();
    },
  };
}

const redeemWaits = (): Promise<number> =>
  until('the redeem waits', async () => {
    const { rows } = await sql`select 1 from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
      around.database.db,
    );
    return rows.length || null;
  });

async function redeemOf(code: string, key: string) {
  const headers = { ...(await signedIn(around, { roles: Role.Cashier })), 'idempotency-key': key };
  return { method: 'GET', path: `/dxt/${code}?redeem=yes`, headers };
}

describe('a database that goes away', () => {
  it('in the middle of a redeem fails that redeem alone; the same key records it once', async () => {
    const redeem = await redeemOf(member.plate, 'key-of-lost-line');
    const held = await holdCustomer(member.customer);
    const answer = send(program.url, redeem);
    await redeemWaits();
    line.cut();
    const refused = refusal(await answer);
    await held.release();
    line.restore();
    expect(refused.code).toBe('database_unavailable');
    const again = await until('the database is back', async () => {
      const { status, text } = await send(program.url, redeem);
      return status === 200 ? text : null;
    });
    expect(JSON.parse(again)).toMatchObject({ usageId: expect.any(String) });
    const { rows } = await sql`select 1 from usage where code = ${member.plate} and at > now() - interval '1 hour'`.execute(
      around.database.db,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a start while the database is unavailable', () => {
  it('opens the door all the same, and is ready by itself when the database is back', async () => {
    const away = new URL(around.settings['WASHDESK_DATABASE_URL'] ?? '');
    away.port = String(line.port);
    away.hostname = '127.0.0.1';
    line.cut();
    const started = await startProgram({ ...around.settings, WASHDESK_DATABASE_URL: away.href });
    onTestFinished(() => started.signal('SIGKILL'));
    const ready = async () => (await fetch(`${started.url}/health/ready`)).status;
    expect(await ready()).toBe(503);
    line.restore();
    expect(await until('the database is back', async () => ((await ready()) === 200 ? true : null))).toBe(true);
  });
});

describe('SIGTERM', () => {
  it('lets a redeem under way finish, opens the door to no other, and ends with 0', async () => {
    const stopping = await startProgram(around.settings);
    onTestFinished(() => stopping.signal('SIGKILL'));
    const held = await holdCustomer(freshMember.customer);
    const answer = send(stopping.url, await redeemOf(freshMember.plate, 'key-of-sigterm'));
    await redeemWaits();

    stopping.signal('SIGTERM');
    await until('the door is closed', () =>
      fetch(`${stopping.url}/health`).then(
        () => null,
        () => true,
      ),
    );
    await held.release();

    expect(await answer).toMatchObject({ status: 200, text: expect.stringContaining('"usageId":"') });
    expect(await stopping.ended).toBe(0);
  });
});

describe('a drain', () => {
  it('reports not ready first, serves requests meanwhile and closes their connections', async () => {
    const draining = await startProgram({ ...around.settings, WASHDESK_DRAIN_SECONDS: '300' });
    onTestFinished(() => draining.signal('SIGKILL'));
    draining.signal('SIGTERM');
    const unready = await until('it is not ready', async () => {
      const response = await fetch(`${draining.url}/health/ready`);
      return response.status === 503 ? response : null;
    });
    expect(await unready.json()).toMatchObject({ ready: false, parts: [{ name: 'process', ok: false }, { ok: true }, { ok: true }, {}] });
    const { method, path, headers } = await redeemOf(freshMember.plate, 'key-of-drain');
    const served = await fetch(`${draining.url}/api${path}`, { method, headers });
    expect(served.status).toBe(200);
    expect(served.headers.get('connection')).toBe('close');
  });
});

describe('the log', () => {
  it('holds no token, PIN, password, card number, plate or search term', async () => {
    const cashier = await signedIn(around, { roles: Role.Cashier });
    const secrets = ['TopSecret1', '493827', 'ZEBRA77-IL', 'goldfinch', '4242424242424242', 'session-cookie-value'];
    const calls = [
      { method: 'POST', path: '/auth/loginuser', body: '{"username":"sam","password":"TopSecret1"}' },
      { method: 'POST', path: '/auth/loginuser', body: '{"username":"sam","password":"TopSecret1"' },
      { method: 'POST', path: '/auth/loginemployee', body: '{"employee":101,"pin":"493827"}' },
      { method: 'POST', path: '/auth/loginserviceaccount', body: '{"client_id":"agent-12","client_secret":"TopSecret1"}' },
      { method: 'POST', path: '/auth/refreshtoken', body: '{"refreshToken":"TopSecret1"}' },
      { method: 'GET', path: '/dxt/ZEBRA77-IL?redeem=yes', headers: { ...cashier, 'idempotency-key': 'TopSecret1-key' } },
      { method: 'GET', path: '/customer/search/goldfinch?page=goldfinch', headers: cashier },
      { method: 'GET', path: '/customer/search/4242424242424242', headers: cashier },
      { method: 'GET', path: '/nothing/ZEBRA77-IL?q=goldfinch', headers: { cookie: '__Host-washdesk_device=session-cookie-value' } },
      {
        method: 'POST',
        path: '/status/error',
        body: '{"error":"card 4242424242424242 of ZEBRA77-IL failed","path":"/redeem?q=goldfinch"}',
      },
      { method: 'GET', path: '/dxt/%E0ZEBRA77-IL', headers: cashier },
    ];
    for (const call of calls) await send(program.url, call);
    // an internal error is logged completely, with its stack: it must not contain anything of the request
    line.cut();
    await send(program.url, { method: 'GET', path: '/customer/search/goldfinch', headers: cashier });
    line.restore();

    const printed = await until('everything is logged', () => (program.printed().includes('"status":503') ? program.printed() : null));
    for (const secret of [...secrets, cashier['authorization']!.slice('Bearer '.length)]) expect(printed).not.toContain(secret);
    expect(printed).toContain('"route":"/customer/search/{term}"');
  });
});

describe('the program', () => {
  it('says what its configuration lacks, all at once, and never a value', async () => {
    const started = startProgram({ WASHDESK_STRIPE_SECRET_KEY: 'my-secret-value', WASHDESK_PORT: 'my-port', WASHDESK_TYPO: 'x' });
    const { message } = await started.then(
      () => new Error('cloud-api started'),
      (error: unknown) => error as Error,
    );
    for (const name of ['WASHDESK_DATABASE_URL', 'WASHDESK_STRIPE_SECRET_KEY', 'WASHDESK_PORT', 'WASHDESK_TYPO'])
      expect(message).toContain(name);
    expect(message).toContain('ended with 78');
    expect(message).not.toMatch(/my-secret-value|my-port|\n\s+at /);
  });
});
