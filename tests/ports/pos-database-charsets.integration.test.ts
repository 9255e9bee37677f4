import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attachAsync } from 'node-firebird';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { sitewatchSchema } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import type { SitewatchConfig } from '@washdesk/site-agent/drivers/sitewatch/config';
import { startTestSitewatch, type TestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/firebird.fixture';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import { until } from './until.ts';

type Charset = 'UTF8' | 'NONE';

/** NONE is a database of the nineties: columns without a character set, filled with the bytes of Windows. */
const encodings = { UTF8: 'utf8', NONE: 'latin1' } as const;

const bytesOf = (text: string, charset: Charset): string => Buffer.from(text, encodings[charset]).toString('hex').toUpperCase();

function rows(charset: Charset): string {
  const text = (words: string): string => `_${charset} X'${bytesOf(words, charset)}'`;
  return `
    INSERT INTO SITE (OBJID, SITENUMBER, NAME, STATE) VALUES (1, 12, 'Joliet', 'I');
    INSERT INTO EMPLOYEE (OBJID, NUMBER, FIRSTNAME, LASTNAME) VALUES (20, 3242, ${text('Zoë')}, ' Smith ');
    INSERT INTO MAKE (ID, NAME) VALUES (1, ${text('Citroën')});
    INSERT INTO CUSTOMER (OBJID, SITE) VALUES (50, 1);
    INSERT INTO CUSTOMERCODE (OBJID, CUSTOMER, CODE) VALUES (60, 50, ${text('CAFÉ-QC')});
    SET GENERATOR GEN_OBJID TO 1000;`;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-charsets-'));
let firebird: TestSitewatch;

beforeAll(async () => {
  firebird = await startTestSitewatch(folder);
});

afterAll(async () => {
  await firebird.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each<Charset>(['UTF8', 'NONE'])('a Sitewatch in %s', (charset) => {
  let config: SitewatchConfig;
  let sitewatch: Sitewatch;

  beforeAll(async () => {
    const { server } = firebird;
    const script = `ALTER DATABASE SET DEFAULT CHARACTER SET ${charset}; COMMIT; ${await sitewatchSchema()} ${rows(charset)}`;
    await server.createDatabase(charset, script);
    config = { ...firebird.config, database: server.databasePath(charset), charset };
    sitewatch = new Sitewatch(12, 'America/Toronto', config, { now: () => new Date() });
    sitewatch.start();
    await until('the database is ready', () => sitewatch.health().status === 'ready');
  });

  afterAll(() => sitewatch.stop());

  it('gives names with their accents', async () => {
    expect(await sitewatch.employee(3242, abortOnHang())).toMatchObject({ firstName: 'Zoë' });
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
    expect(await storedBytes(`select CODE from SALE where SALEID = ${saleId}`)).toBe(bytesOf('CAFÉ-QC', charset));
  });

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
