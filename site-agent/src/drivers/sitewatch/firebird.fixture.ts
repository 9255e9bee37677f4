import { join } from 'node:path';
import { attachAsync } from 'node-firebird';
import { required } from '@washdesk/local-servers/debian-packages';
import { startFirebird, type Firebird } from '@washdesk/local-servers/firebird';
import { provideFirebird } from '@washdesk/local-servers/firebird-distribution';
import { sitewatchSchema } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import type { SitewatchConfig } from './config.ts';

/** A real Firebird with a small Sitewatch: site 12, one terminal, one employee, one member on 'STR SUPER KISS'. */
export interface TestSitewatch {
  config: SitewatchConfig;
  server: Firebird;
  /** Runs a query on the test's own connection. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** kill -9, then the same server on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const rows = `
INSERT INTO SITE (OBJID, SITENUMBER, NAME, STATE) VALUES (1, 12, 'Joliet', 'IL');
INSERT INTO SITE (OBJID, SITENUMBER, NAME, STATE) VALUES (2, 27, 'Merrillville', 'IN');
INSERT INTO TERMINAL (OBJID, SITE, NAME, TERMINALTYPE, IPADDRESS) VALUES (10, 1, 'Washcashier1', 'W', '10.0.0.5');
INSERT INTO TERMINAL (OBJID, SITE, NAME) VALUES (11, 2, 'Washcashier1');
INSERT INTO TERMINAL (OBJID, SITE, NAME, ACTIVE) VALUES (12, 1, 'Old', 0);
INSERT INTO EMPLOYEE (OBJID, NUMBER, FIRSTNAME, LASTNAME) VALUES (20, 3242, 'Zoë', 'Müller');
INSERT INTO EMPLOYEE (OBJID, NUMBER, ACTIVE) VALUES (21, 7, 0);
INSERT INTO ITEM (OBJID, NAME, ITEMTYPE) VALUES (30, 'Redeem Super Kiss', 'R');
INSERT INTO PLANTYPE (OBJID, NAME, KIND, PRODUCTCLASS, REDEEMID, ISSTRIPE) VALUES (40, 'STR SUPER KISS', 'U', 'Super Kiss', 30, 1);
INSERT INTO PLANTYPE (OBJID, NAME, KIND) VALUES (41, 'GIFT CARD', 'G');
INSERT INTO CUSTOMER (OBJID, SITE, FIRSTNAME, LASTNAME, STATE) VALUES (50, 1, 'José', 'Núñez', 'IL');
INSERT INTO CUSTOMERCODE (OBJID, CUSTOMER, CODE) VALUES (60, 50, 'ABC1234-IL');
INSERT INTO CUSTOMERCODE (OBJID, CUSTOMER, CODE, CODETYPE) VALUES (61, 50, '12345+123456', 'T');
INSERT INTO CUSTOMERPLAN (OBJID, CUSTOMER, CUSTOMERCODE, PLANTYPE, STARTS, EXPIRES) VALUES (70, 50, 60, 40, '2026-01-01', '2026-12-01');
INSERT INTO CUSTOMERPLAN (OBJID, CUSTOMER, PLANTYPE) VALUES (71, 50, 41);
SET GENERATOR GEN_OBJID TO 1000;
`;

/** @param extraSql run by isql in the finished database */
export async function startTestSitewatch(folder: string, extraSql = ''): Promise<TestSitewatch> {
  const distribution = required(await provideFirebird());
  let server = await startFirebird({ distribution, folder: join(folder, 'firebird') });
  const { port, host, user, password } = server;
  await server.createDatabase('sitewatch', `${await sitewatchSchema()}\n${rows}\n${extraSql}`);
  const config = { host, port, user, password, database: server.databasePath('sitewatch'), charset: 'UTF8' as const };

  return {
    config,
    get server() {
      return server;
    },
    async query(sql) {
      const database = await attachAsync({ ...config, encoding: 'UTF8' });
      try {
        return await database.queryAsync<Record<string, unknown>>(sql);
      } finally {
        await database.detachAsync();
      }
    },
    async restart() {
      await server.kill();
      server = await startFirebird({ distribution, folder: join(folder, 'firebird'), port });
    },
    stop: () => server.stop(),
  };
}
