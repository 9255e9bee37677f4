import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { attachAsync } from 'node-firebird';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { sitewatchSchema } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import type { SitewatchConfig } from '@washdesk/site-agent/drivers/sitewatch/config';
import { startTestSitewatch, type TestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/firebird.fixture';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import type { CommandResult } from '@washdesk/site-protocol/commands';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { namesOfTwentyLanguages } from '@washdesk/test-support/names-of-twenty-languages';
import { until } from './until.ts';

/** What the database declares for its columns. NONE is a database of the nineties, filled with the bytes of Windows. */
type Declared = 'UTF8' | 'NONE';

/** The databases with the agent's setting. WIN1252 needs a library that this test's Firebird lacks; its bytes are the same. */
const databases: readonly [declared: Declared, charset: SitewatchConfig['charset']][] = [
  ['UTF8', 'UTF8'],
  ['UTF8', 'WIN1252'],
  ['NONE', 'NONE'],
  ['NONE', 'WIN1252'],
];

const encodings = { UTF8: 'utf8', NONE: 'windows-1252' } as const;

const bytesOf = (text: string, declared: Declared): string => iconv.encode(text, encodings[declared]).toString('hex').toUpperCase();

function rows(declared: Declared): string {
  const text = (words: string): string => `_${declared} X'${bytesOf(words, declared)}'`;
  return `
    INSERT INTO SITE (OBJID, SITENUMBER, NAME, STATE) VALUES (1, 12, 'Joliet', 'I');
    INSERT INTO EMPLOYEE (OBJID, NUMBER, FIRSTNAME, LASTNAME) VALUES (20, 3242, ${text('Zoë')}, ' Smith ');
    INSERT INTO EMPLOYEE (OBJID, NUMBER, FIRSTNAME, LASTNAME) VALUES (21, 3243, 'Pat', ${text('O’Brien')});
    INSERT INTO MAKE (ID, NAME) VALUES (1, ${text('Citroën')});
    INSERT INTO CUSTOMER (OBJID, SITE) VALUES (50, 1);
    INSERT INTO CUSTOMERCODE (OBJID, CUSTOMER, CODE) VALUES (60, 50, ${text('CAFÉ-QC')});
    SET GENERATOR GEN_OBJID TO 1000;`;
}

const someone: SitewatchMember = {
  objid: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: null,
  phone: null,
  city: null,
  state: null,
  zip: null,
  country: 'US',
  make: null,
  model: null,
  color: null,
  isCommercial: false,
  taxExempt: false,
  plate: { now: null, was: null },
  tag: { now: null, was: null },
  plan: null,
  today: '2026-11-21',
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-charsets-'));
let firebird: TestSitewatch;

beforeAll(async () => {
  firebird = await startTestSitewatch(folder);
});

afterAll(async () => {
  await firebird.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(databases)('a Sitewatch that declares %s, with the setting %s', (declared, charset) => {
  let config: SitewatchConfig;
  let sitewatch: Sitewatch;

  beforeAll(async () => {
    const { server } = firebird;
    const name = `${declared}-${charset}`;
    const script = `ALTER DATABASE SET DEFAULT CHARACTER SET ${declared}; COMMIT; ${await sitewatchSchema()} ${rows(declared)}`;
    await server.createDatabase(name, script);
    config = { ...firebird.config, database: server.databasePath(name), charset };
    sitewatch = new Sitewatch(12, 'America/Toronto', config, { now: () => new Date() });
    sitewatch.start();
    await until('the database is ready', () => sitewatch.health().status === 'ready');
  });

  afterAll(() => sitewatch.stop());

  it('gives names with their accents', async () => {
    expect(await sitewatch.employee(3242, abortOnHang())).toMatchObject({ firstName: 'Zoë' });
    expect(await sitewatch.employee(3243, abortOnHang())).toMatchObject({ lastName: 'O’Brien' });
    expect(await sitewatch.makes(abortOnHang())).toEqual([{ ID: 1, NAME: 'Citroën' }]);
  });

  it('takes the padding off fixed columns, and no blank that was typed', async () => {
    expect(await sitewatch.sites(abortOnHang())).toEqual([{ number: 12, name: 'Joliet', state: 'I' }]);
    expect(await sitewatch.employee(3242, abortOnHang())).toMatchObject({ lastName: ' Smith ' });
  });

  it('is asked and written to in its own bytes', async () => {
    expect(await sitewatch.customerByCode('CAFÉ-QC', abortOnHang())).toMatchObject({ objid: 50 });
    const usage = { usageId: randomUUID(), code: 'CAFÉ-QC', planName: 'Kiss', productClass: null, terminal: null, employee: null };
    const { saleId } = await sitewatch.recordUsage({ ...usage, at: '2026-11-21T12:00:00.000Z' }, abortOnHang());
    expect(await sitewatch.sale(saleId, abortOnHang())).toMatchObject({ code: 'CAFÉ-QC' });
    expect(await storedBytes(`select CODE from SALE where SALEID = ${saleId}`)).toBe(bytesOf('CAFÉ-QC', declared));
  });

  it('stores a member’s name in the nearest letters that it has, and gives it back', async () => {
    for (const [place, { name, windows }] of namesOfTwentyLanguages.entries()) {
      const [firstName = '', lastName = ''] = name.split(' ');
      const plate = `NAME${String(place).padStart(3, '0')}-IL`;
      const { objid } = await converged({ firstName, lastName, plate: { now: plate, was: null } });
      const stored = await sitewatch.customerByCode(plate, abortOnHang());
      const [first = '', last = ''] = (declared === 'UTF8' ? name : windows).split(' ');
      expect({ name, ...stored }).toMatchObject({ name, objid, firstName: first, lastName: last });
      expect(await storedBytes(`select LASTNAME from CUSTOMER where OBJID = ${objid}`)).toBe(bytesOf(last, declared));
      // the same again is no change
      expect(await converged({ firstName, lastName, plate: { now: plate, was: plate }, objid })).toMatchObject({ objid, created: false });
    }
  });

  it('finds nothing by a code with letters that it cannot store, and refuses to store one', async () => {
    expect(await sitewatch.customerByCode('ŁÓDŹ-IL', abortOnHang())).toBeNull();
    const stored = converged({ plate: { now: 'ŁÓDŹ-IL', was: null } });
    const outcome = await stored.then(() => 'stored', String);
    expect(outcome).toMatch(declared === 'UTF8' ? 'stored' : 'can’t store');
  });

  async function converged(member: Partial<SitewatchMember>): Promise<CommandResult<'sitewatch.converge'>> {
    const written = await sitewatch.write('sitewatch.converge', randomUUID(), { ...someone, ...member }, abortOnHang());
    return written.result;
  }

  /** Returns the bytes of the one text that the statement selects, in hexadecimal. */
  async function storedBytes(sql: string): Promise<string> {
    const database = await attachAsync({ ...config, encoding: 'NONE' });
    try {
      const [row] = await database.queryAsync<Record<string, string>>(
        `select cast((${sql}) as varchar(40) character set NONE) as TEXT from RDB$DATABASE`,
      );
      return Buffer.from(row?.['TEXT'] ?? '', 'latin1')
        .toString('hex')
        .toUpperCase();
    } finally {
      await database.detachAsync();
    }
  }
});

describe('a Sitewatch with text in another character set than its own', () => {
  it('is read as Windows wrote it, and the agent says so', async () => {
    const { server } = firebird;
    const script = `ALTER DATABASE SET DEFAULT CHARACTER SET NONE; COMMIT; ${await sitewatchSchema()} ${rows('NONE')}
      INSERT INTO EMPLOYEE (OBJID, NUMBER, FIRSTNAME, LASTNAME) VALUES (22, 3244, _NONE X'496EE973', _NONE X'4EFAF1657A');`;
    await server.createDatabase('mixed', script);
    const config = { ...firebird.config, database: server.databasePath('mixed'), charset: 'UTF8' as const };
    const sitewatch = new Sitewatch(12, 'America/Toronto', config, { now: () => new Date() });
    sitewatch.start();
    try {
      await until('the database is ready', () => sitewatch.health().status === 'ready');
      expect(await sitewatch.employee(3244, abortOnHang())).toMatchObject({ firstName: 'Inés', lastName: 'Núñez' });
      await until('the agent says so', () => sitewatch.health().problem?.includes('not in the database’s character set'));
    } finally {
      await sitewatch.stop();
    }
  });
});
