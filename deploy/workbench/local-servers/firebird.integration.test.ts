import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Driver from 'node-firebird';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { required } from './debian-packages.ts';
import { existingFirebird, provideFirebird, type ExistingFirebird, type PrivateFirebird } from './firebird-distribution.ts';
import { isqlOf } from './firebird-instance.ts';
import { startFirebird, type Firebird } from './firebird.ts';
import { makeOrphan } from './processes/orphan.fixture.ts';
import { processIdentity } from './processes/process-identity.ts';

let distribution: PrivateFirebird | ExistingFirebird;
let folder: string;
let server: Firebird | undefined;

beforeAll(async () => {
  const found = required(await provideFirebird());
  distribution = found;
});

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-firebird-'));
});

afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function query(firebird: Firebird, sql: string): Promise<unknown> {
  const { host, port, user, password } = firebird;
  const db = await Driver.attachAsync({ host, port, user, password, database: firebird.databasePath('sitewatch') });
  try {
    return await db.queryAsync(sql);
  } finally {
    await db.detachAsync();
  }
}

describe('startFirebird', () => {
  it('keeps what was committed over a stop and a kill -9, on the same port', async () => {
    server = await startFirebird({ distribution, folder });
    const { port } = server;
    await server.createDatabase('sitewatch', 'create table wash (id integer primary key);');
    await query(server, 'insert into wash values (1)');
    await server.stop();

    server = await startFirebird({ distribution, folder, port });
    await query(server, 'insert into wash values (2)');
    await server.kill();
    expect(server.isRunning()).toBe(false);

    server = await startFirebird({ distribution, folder, port });
    expect(await query(server, 'select id from wash order by id')).toEqual([{ ID: 1 }, { ID: 2 }]);
  });

  it('runs scripts with SET TERM, and reports the first fault in Firebird’s words', async () => {
    server = await startFirebird({ distribution, folder });
    const trigger = 'create trigger wash_bi for wash before insert as begin new.id = coalesce(new.id, 42); end ^';
    const script = `set term ^ ; create table wash (id integer not null, name varchar(20)) ^ ${trigger} set term ; ^ insert into wash (name) values ('Zoë');`;
    await server.createDatabase('sitewatch', script);
    expect(await query(server, 'select id, name from wash')).toEqual([{ ID: 42, NAME: 'Zoë' }]);
    await expect(server.createDatabase('other', 'create tabel wash (id integer);')).rejects.toThrow('Token unknown');
  });

  it('ends the orphan of a killed run', async () => {
    const options = JSON.stringify({ distribution, folder });
    const start = `const s = await module.startFirebird(${options}); console.log(s.pid);`;
    const orphan = await makeOrphan(path.join(import.meta.dirname, 'firebird.ts'), start);
    expect(processIdentity(orphan)).not.toBeNull();

    server = await startFirebird({ distribution, folder });
    expect(processIdentity(orphan)).toBeNull();
  });
});

describe('existingFirebird', () => {
  it('is used only when a host is named', () => {
    expect(existingFirebird({})).toBeNull();
    expect(existingFirebird({ WASHDESK_FIREBIRD_HOST: 'pos', WASHDESK_FIREBIRD_PORT: '3051' })).toMatchObject({ host: 'pos', port: 3051 });
  });

  it('is used over its wire: databases are made, dropped and made again', async () => {
    server = await startFirebird({ distribution, folder });
    const { host, port, user, password } = server;
    const isql = installedIsql(folder);
    const foreign = await startFirebird({ distribution: { kind: 'existing', host, port, user, password, folder, isql }, folder });
    await foreign.dropDatabase('sitewatch');
    await foreign.createDatabase('sitewatch', 'create table wash (id integer primary key);');
    await foreign.dropDatabase('sitewatch');
    await foreign.createDatabase('sitewatch', 'create table wash (id integer primary key);');
    expect(await query(foreign, 'select count(*) as n from wash')).toEqual([{ N: 0 }]);
    await foreign.stop();
    expect(server.isRunning()).toBe(true);
  });
});

/** A client as in an installation: found by one path, with its own libraries beside it. */
function installedIsql(instanceFolder: string): string {
  if (distribution.kind === 'existing') return distribution.isql;
  const { program, env } = isqlOf({ distribution, folder: instanceFolder, port: 0 });
  const file = path.join(instanceFolder, 'isql-fb');
  const settings = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
  writeFileSync(file, `#!/bin/sh\n${settings.join('')}exec '${program}' "$@"\n`, { mode: 0o755 });
  return file;
}
