import { afterEach, beforeEach, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { startRefusingFirebird, type RefusingFirebird } from '@washdesk/simulators/firebird/refusing-firebird';
import { eventually } from '../../testing/support.ts';
import { FirebirdPool } from './firebird-pool.ts';
import { SitewatchServer } from './sitewatch-server.ts';
import { SitewatchText } from './sitewatch-text.ts';

let firebird: RefusingFirebird;
let pool: FirebirdPool;
const account = { host: '127.0.0.1', user: 'WASHDESK', password: 'wrong', database: 'sitewatch.fdb', charset: 'UTF8' as const };

beforeEach(async () => {
  firebird = await startRefusingFirebird();
  pool = new FirebirdPool({ ...account, port: firebird.port }, 4, new SitewatchText('UTF8'));
});

afterEach(async () => {
  await pool.close();
  await firebird.stop();
});

const logIn = (): Promise<unknown> => pool.use(new AbortController().signal, () => Promise.resolve('logged in'));
const nobodyConnected = (): Promise<boolean> => eventually(() => firebird.open() === 0);

it.each([
  ['refuse', 'user name and password are not defined'],
  ['hang-up', 'Connection to Firebird server was lost'],
  ['mute', 'didn’t respond to the login in time'],
] as const)('closes the connection of a log-in to a server that answers with %s', async (how, reason) => {
  firebird.answer(how);
  await expect(logIn()).rejects.toThrow(reason);
  await nobodyConnected();
  expect(firebird.logins()).toBe(1);
});

it('serves the next caller after a failed log-in', async () => {
  const single = new FirebirdPool({ ...account, port: firebird.port }, 1, new SitewatchText('UTF8'));
  const calls = [1, 2, 3].map(() => single.use(abortOnHang(), () => Promise.resolve('logged in')));
  const reasons = (await Promise.allSettled(calls)).map((call) => call.status === 'rejected' && String(call.reason));
  expect(reasons).toEqual(Array(3).fill(expect.stringContaining('user name and password are not defined')));
  await single.close();
});

it('waits for a refusal that Firebird delays, so that the reason stays the same', async () => {
  await expect(logIn()).rejects.toThrow('user name and password');
  firebird.answer('refuse', 2_500);
  await expect(logIn()).rejects.toThrow('user name and password');
});

it('ends a log-in that waits when the pool is closed', async () => {
  firebird.answer('mute');
  const waiting = logIn().catch((error: unknown) => error);
  await eventually(() => firebird.logins() === 1);
  await pool.close();
  expect(await waiting).toMatchObject({ message: expect.stringContaining('the connection is closing') });
  await nobodyConnected();
});

it('shows the wrong password in its health, also while the answer is delayed, and leaves no connection when it is stopped', async () => {
  const reasons = new Set<string | undefined>();
  const server = new SitewatchServer({ ...account, port: firebird.port });
  server.onHealth(({ problem }) => reasons.add(problem));
  server.start();
  await eventually(() => firebird.logins() === 2);
  firebird.answer('refuse', 3_000);
  await eventually(() => firebird.logins() === 4);
  await server.stop();
  await nobodyConnected();
  expect([...reasons]).toEqual([expect.stringContaining('user name and password are not defined')]);
});
