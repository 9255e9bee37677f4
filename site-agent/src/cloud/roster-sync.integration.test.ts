import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import { startRosterServer, type TestRosterServer } from '../testing/agent.ts';
import { eventually, noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { CloudClient } from './cloud-client.ts';
import { RosterSync, type RosterProblems } from './roster-sync.ts';

let folder: TemporaryFolder;
let journal: Journal;
let server: TestRosterServer;
let sync: RosterSync;
let moves: number[];
let problems: RosterProblems[];
let now: Date;

function member(code: string, change: { status?: string; removed?: boolean } = {}): Parameters<TestRosterServer['put']>[0] {
  return {
    code,
    customer: 'cus_1',
    planName: 'STR SUPER KISS',
    productClass: 'Super Kiss',
    status: 'active',
    goodUntil: null,
    priceIncrease: false,
    groups: [],
    removed: false,
    ...change,
  };
}

const notice = (seq: number): void => sync.notice(Buffer.from(JSON.stringify({ v: 1, seq })));
const stands = (seq: number): Promise<unknown> => eventually(() => journal.roster.seq === seq);

function syncWith(cloud: CloudClient): RosterSync {
  const { roster } = journal;
  const onMoved = () => moves.push(roster.seq);
  return new RosterSync({
    cloud,
    roster,
    clock: { now: () => now },
    onMoved,
    policy: { maxRosterAgeHours: 48, afterThat: 'refuse' },
    onProblems: (found) => problems.push(found),
    log: noLog,
  });
}

beforeEach(async () => {
  folder = temporaryFolder();
  now = new Date('2026-11-21T12:00:00Z');
  journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => now }, cloudTime: () => Date.now(), log: noLog });
  server = await startRosterServer();
  moves = [];
  problems = [];
  const cloud = new CloudClient({ url: server.url, clientId: 'agent-12', clientSecret: 'secret' });
  sync = syncWith(cloud);
});

afterEach(async () => {
  await sync.stop();
  await server.stop();
  journal.close();
  folder.remove();
});

describe('the roster', () => {
  it('comes whole, page by page, and is told once', async () => {
    server.put(...['A1-IL', 'B2-IL', 'C3-IL', 'D4-IL', 'E5-IL'].map((code) => member(code)));
    sync.start();
    await stands(5);
    expect(moves).toEqual([5]);
    expect(journal.roster.find('E5-IL')).toMatchObject({ status: 'active' });
    expect(server.logins()).toBe(1);
  });

  it('that did not change shows its first confirmation after a start, and no more for some time', async () => {
    server.put(member('A1-IL'));
    sync.start();
    await stands(1);
    await sync.stop();
    [moves, problems] = [[], []];
    sync = syncWith(new CloudClient({ url: server.url, clientId: 'agent-12', clientSecret: 'secret' }));
    for (const times of [1, 2]) {
      sync.pull();
      await eventually(() => problems.length === times);
      expect(moves).toEqual([1]);
    }
  });

  it('follows a notice with what changed alone', async () => {
    server.put(member('A1-IL'), member('B2-IL'));
    sync.start();
    await stands(2);
    server.put(member('A1-IL', { status: 'canceled' }), member('B2-IL', { removed: true }));
    notice(4);
    await stands(4);
    expect(journal.roster.find('A1-IL')).toMatchObject({ status: 'canceled' });
    expect(journal.roster.find('B2-IL')).toBeNull();
  });

  it('asks once more when a notice comes while it asks', async () => {
    server.put(member('A1-IL'));
    sync.start();
    server.put(member('B2-IL'));
    notice(2);
    await stands(2);
    expect(journal.roster.find('B2-IL')).not.toBeNull();
  });

  it('takes a new token when the old one is worth nothing any more', async () => {
    server.put(member('A1-IL'));
    sync.start();
    await stands(1);
    server.revoke();
    server.put(member('B2-IL'));
    notice(2);
    await stands(2);
    expect(server.logins()).toBe(2);
  });

  it('that differs from the cloud’s is named, and fetched again from the start', async () => {
    server.put(member('A1-IL'), member('B2-IL'));
    sync.start();
    await stands(2);
    expect(journal.roster.confirmed).toEqual(now);
    now = new Date(now.getTime() + 5_000);
    server.damage('whole');
    server.put(member('C3-IL'));
    notice(3);
    await eventually(() => problems.at(-1)?.roster?.includes('differs'));
    expect(journal.roster.confirmed).not.toEqual(now);
    await eventually(() => problems.at(-1)?.roster === null);
    expect(journal.roster.confirmed).toEqual(now);
    expect(server.asked().filter((since) => since === 0)).toHaveLength(2);
  });

  it('fetches a damaged page again', async () => {
    server.put(...['A1-IL', 'B2-IL', 'C3-IL', 'D4-IL', 'E5-IL'].map((code) => member(code)));
    server.damage('page');
    sync.start();
    await stands(5);
    expect(server.asked()).toEqual([0, 2, 0, 2, 4]);
    expect(journal.roster.confirmed).toEqual(now);
  });

  it('says when it was last confirmed, once that is long ago', async () => {
    server.put(member('A1-IL'));
    sync.start();
    await stands(1);
    await server.stop();
    now = new Date(now.getTime() + 3_600_001);
    notice(2);
    await eventually(() => problems.length > 1);
    expect(problems.at(-1)).toMatchObject({
      roster: 'The list of members was last confirmed at 2026-11-21 12:00 UTC',
      'roster-too-old': null,
    });
  });

  it('that is older than configured names what lanes do, until the cloud is back', async () => {
    server.put(member('A1-IL'));
    sync.start();
    await stands(1);
    now = new Date(now.getTime() + 49 * 3_600_000);
    server.refuse(true);
    notice(2);
    const words = 'The list of members is older than 48 hours: lanes admit no member until the site reaches the cloud';
    await eventually(() => problems.at(-1)?.['roster-too-old']);
    expect(problems.at(-1)?.['roster-too-old']).toBe(words);
    server.refuse(false);
    sync.pull();
    await eventually(() => problems.at(-1)?.['roster-too-old'] === null);
  });

  it('that the disk damaged is fetched again whole, and named', async () => {
    server.put(member('A1-IL'), member('B2-IL'));
    sync.start();
    await stands(2);
    await sync.stop();
    journal.close();
    const database = new DatabaseSync(join(folder.path, 'roster.db'));
    for (const copy of ['first', 'second'])
      database.exec(`UPDATE ${copy} SET entry = replace(entry, 'active', 'aktive') WHERE code = 'A1-IL'`);
    database.close();
    journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => now }, cloudTime: () => Date.now(), log: noLog });
    expect(journal.roster.find('A1-IL')).toBeNull();
    problems = [];
    sync = syncWith(new CloudClient({ url: server.url, clientId: 'agent-12', clientSecret: 'secret' }));
    sync.pull();
    await eventually(() => problems.length > 0);
    expect(problems[0]?.roster).toBe('The list of members was damaged on the disk, and the cloud sends it again; check the disk');
    expect(['A1-IL', 'B2-IL'].map((code) => journal.roster.find(code)?.status)).toEqual(['active', 'active']);
    sync.pull();
    await eventually(() => problems.at(-1)?.roster === null);
  });

  it('whose account is refused says so at once, and whose cloud is unreachable after a while', async () => {
    server.refuse(true);
    sync.start();
    await eventually(() => problems.length > 0);
    expect(problems[0]?.cloud).toBe('The cloud refuses the site’s service account; check clientId and clientSecret');
    const away = syncWith(new CloudClient({ url: 'http://127.0.0.1:1', clientId: 'agent-12', clientSecret: 'secret' }));
    problems = [];
    for (let times = 1; times <= 3; times += 1) {
      away.pull();
      await eventually(() => problems.length === times);
    }
    await away.stop();
    expect(problems.map(({ cloud }) => cloud)).toEqual([null, null, expect.stringContaining('The cloud isn’t responding: ')]);
  });

  it('tries again by itself while the cloud is offline, and keeps what it has', async () => {
    const cloud = new CloudClient({ url: 'http://127.0.0.1:1', clientId: 'agent-12', clientSecret: 'secret' });
    const away = syncWith(cloud);
    away.start();
    notice(3);
    await away.stop();
    expect(journal.roster.seq).toBe(0);
    expect(moves).toEqual([]);
  });
});
