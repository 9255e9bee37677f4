import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attachAsync, type Database } from 'node-firebird';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { systemClock } from '@washdesk/site-agent/clock';
import { startTestSitewatch, type TestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/firebird.fixture';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import type { PosWrite } from '@washdesk/site-agent/ports/pos-writes';
import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { until } from './until.ts';

/** Plans besides those of the test's Sitewatch: one more of Stripe's, and a club that the site bills itself. */
export const planTypes = `
INSERT INTO PLANTYPE (OBJID, NAME, KIND, PRODUCTCLASS, ISSTRIPE) VALUES (42, 'OLD CLUB', 'U', 'Super Kiss', 0);
INSERT INTO PLANTYPE (OBJID, NAME, KIND, PRODUCTCLASS, ISSTRIPE) VALUES (43, 'STR INTERIOR', 'U', 'Interior', 1);
`;

export const today = '2026-11-21';

/** A Sitewatch to write to, read over a separate connection. */
export interface WrittenSite {
  firebird: TestSitewatch;
  /** Runs a query over one connection, as long as the server runs. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Opens the database as another agent, or as the same one after a restart. */
  open(): Promise<Sitewatch>;
  write<N extends PosWrite>(name: N, payload: CommandPayload<N>): Promise<CommandResult<N>>;
  /** Returns every row that a write about a member may change, with the triggers' counts and times. */
  rows(): Promise<unknown>;
  /** Returns the text of a customer's codes, by objid. */
  codesOf(customer: number): Promise<Record<number, string>>;
  /** Returns the running plans as 'NAME until EXPIRES on CODE', by name. */
  runningPlansOf(customer: number): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startWrittenSite(extraSql = ''): Promise<WrittenSite> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-pos-'));
  const firebird = await startTestSitewatch(folder, `${planTypes}${extraSql}`);
  let line: Database | null = null;
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    line ??= await attachAsync({ ...firebird.config, encoding: 'UTF8' });
    return line.queryAsync<Record<string, unknown>>(sql);
  };
  const running: Sitewatch[] = [];

  async function open(): Promise<Sitewatch> {
    const opened = new Sitewatch(12, 'America/Chicago', firebird.config, systemClock);
    running.push(opened);
    opened.start();
    await until('the database is ready', () => opened.health().status === 'ready');
    return opened;
  }
  const sitewatch = await open();

  return {
    firebird,
    query,
    open,
    write: async (name, payload) => (await sitewatch.write(name, randomUUID(), payload, abortOnHang())).result,
    async rows() {
      return [
        await query('select OBJID, FIRSTNAME, EMAIL, cast(MODIFIED as varchar(24)) as MODIFIED from CUSTOMER order by OBJID'),
        await query('select OBJID, CUSTOMER, CODE, CODETYPE from CUSTOMERCODE order by OBJID'),
        await query('select OBJID, CUSTOMERCODE, cast(EXPIRES as varchar(10)) as EXPIRES from CUSTOMERPLAN order by OBJID'),
        await query('select count(*) as WRITTEN from OUTBOX'),
      ];
    },
    async codesOf(customer) {
      const rows = await query(`select OBJID, CODE from CUSTOMERCODE where CUSTOMER = ${customer} order by OBJID`);
      return Object.fromEntries(rows.map((row) => [Number(row['OBJID']), String(row['CODE'])]));
    },
    async runningPlansOf(customer) {
      const rows = await query(`
        select t.NAME || ' until ' || coalesce(cast(p.EXPIRES as varchar(10)), 'ever') || ' on ' || coalesce(k.CODE, 'nothing') as SHOWN
        from CUSTOMERPLAN p join PLANTYPE t on t.OBJID = p.PLANTYPE left join CUSTOMERCODE k on k.OBJID = p.CUSTOMERCODE
        where p.CUSTOMER = ${customer} and t.KIND = 'U' and (p.EXPIRES is null or p.EXPIRES > date '${today}') order by t.NAME, p.OBJID`);
      return rows.map((row) => String(row['SHOWN']));
    },
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
      await line?.detachAsync();
      await firebird.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a member with this plate, on a plan until the end of the year. */
export function member(plate: string | null, change: Partial<SitewatchMember> = {}): SitewatchMember {
  return {
    objid: null,
    firstName: 'Zoë',
    lastName: 'Núñez',
    email: 'zoe@example.com',
    phone: '3125550100',
    city: 'Joliet',
    state: 'IL',
    zip: '60431',
    country: 'US',
    make: 'Honda',
    model: null,
    color: 'White',
    isCommercial: false,
    taxExempt: true,
    plate: { now: plate, was: null },
    tag: { now: null, was: null },
    plan: { productClass: 'Super Kiss', expires: '2027-01-01' },
    today,
    ...change,
  };
}
