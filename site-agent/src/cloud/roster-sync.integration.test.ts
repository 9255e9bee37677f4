import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import { startRosterServer, type TestRosterServer } from '../testing/agent.ts';
import { eventually, noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { CloudClient } from './cloud-client.ts';
import { RosterSync } from './roster-sync.ts';

let folder: TemporaryFolder;
let journal: Journal;
let server: TestRosterServer;
let sync: RosterSync;
let moves: number[];

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

beforeEach(async () => {
  folder = temporaryFolder();
  journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });
  server = await startRosterServer();
  moves = [];
  const cloud = new CloudClient({ url: server.url, clientId: 'agent-12', clientSecret: 'secret' });
  const { roster } = journal;
  sync = new RosterSync({ cloud, roster, onMoved: () => moves.push(roster.seq), log: noLog });
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

  it('tries again by itself while the cloud is offline, and keeps what it has', async () => {
    const cloud = new CloudClient({ url: 'http://127.0.0.1:1', clientId: 'agent-12', clientSecret: 'secret' });
    const away = new RosterSync({ cloud, roster: journal.roster, onMoved: () => moves.push(0), log: noLog });
    away.start();
    notice(3);
    await away.stop();
    expect(journal.roster.seq).toBe(0);
    expect(moves).toEqual([]);
  });
});
