import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../../common/caller.ts';
import { HashGate } from '../../../../common/hash-gate.ts';
import { freshDatabase, type TestDatabase } from '../../../../testing/database.ts';
import { PasswordGuard } from './password-guard.ts';

let database: TestDatabase;
let guard: PasswordGuard;
const alerts: { kind: string; about: object; message: string }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  alerts.length = 0;
  const alert = (kind: string, about: object, message: string) => void alerts.push({ kind, about, message });
  guard = new PasswordGuard({ db: database.db, gate: new HashGate(), alert });
});

const callerFrom = (ip: string): Caller => ({ device: null, member: null, principal: null, ip, requestId: 'request' });
const wrong = (name: string, ip: string) =>
  guard.check(name, callerFrom(ip), async () => false).catch((error: { code: string }) => error.code);
const right = (name: string, ip: string) => guard.check(name, callerFrom(ip), async () => true);

describe('a lock of an hour', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Sends ten wrong passwords per minute from one address. */
  async function guesses(minutes: number, name: (turn: number) => string, ip = () => '10.0.0.9'): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      for (let turn = 0; turn < 10; turn += 1) await wrong(name(10 * minute + turn), ip());
      vi.advanceTimersByTime(60_000);
    }
  }

  it('of one name is reported once, without the name, because a password may have been typed there', async () => {
    await guesses(3, () => 'user hourly');
    expect(alerts).toEqual([]);
    await guesses(3, () => 'user hourly');
    expect(alerts).toMatchObject([{ kind: 'password.locked', about: { place: '10.0.0.9', site: null } }]);
    expect(JSON.stringify(alerts)).not.toContain('hourly');
  });

  it('of a /64 that tries every user is reported once, whatever address it uses', async () => {
    let host = 0;
    await guesses(
      12,
      (turn) => `user of all ${turn}`,
      () => `2001:db8:1:2::${(host += 1).toString(16)}`,
    );
    expect(alerts).toMatchObject([{ about: { place: '2001:db8:1:2::/64' } }]);
  });
});

describe('a name that is guessed from many networks', () => {
  it('is locked where it has never signed in, and nowhere else', async () => {
    await right('user amira', '203.0.113.7');
    const answers = [];
    for (let turn = 0; turn < 130; turn += 1) answers.push(await wrong('user amira', `10.${turn}.0.1`));
    expect(answers.filter((answer) => answer === false)).toHaveLength(100);
    expect(answers.at(-1)).toBe('too_many_attempts');
    expect(alerts).toMatchObject([{ kind: 'password.locked', about: { place: 'many' } }]);
    await expect(right('user amira', '198.51.100.1')).rejects.toMatchObject({ status: 429 });
    expect(await right('user amira', '203.0.113.7')).toBe(true);
    expect(await right('user someone else', '198.51.100.1')).toBe(true);
  });
});

describe('guesses from one network', () => {
  it('lock no familiar name out of it', async () => {
    await right('user bo', '203.0.113.8');
    const answers = [];
    for (let turn = 0; turn < 40; turn += 1) answers.push(await wrong(`user spray ${turn}`, '203.0.113.8'));
    expect(answers.at(-1)).toBe('too_many_attempts');
    expect(await right('user bo', '203.0.113.8')).toBe(true);
  });

  it('leave the names of other networks their turn', async () => {
    const over = new AbortController();
    const flood = Array.from({ length: 12 }, async (_, one) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        await wrong(`user ${one} ${turn}`, `2001:db8:9:9::${one}`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    const others = await Promise.allSettled(Array.from({ length: 12 }, (_, one) => right(`user other ${one}`, `198.51.100.${one}`)));
    over.abort();
    await Promise.all(flood);
    expect(others).toEqual(others.map(() => ({ status: 'fulfilled', value: true })));
  });
});

it('stores no typed name', async () => {
  await wrong('user Secret2026!', '203.0.113.99');
  const rows = await database.db.selectFrom('hourly_count').selectAll().execute();
  expect(JSON.stringify(rows.map(({ key }) => key.toString('utf8')))).not.toContain('Secret2026');
});
