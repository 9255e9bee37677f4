import { readFile } from 'node:fs/promises';
import Firebird from 'node-firebird';
import type { Company } from '../company/company.ts';
import { insertBlocks } from './insert-blocks.ts';
import { sitewatchRows } from './rows.ts';

export interface SitewatchSeed {
  host: string;
  port: number;
  /** Path or alias of a database that already has the schema. */
  database: string;
  user: string;
  password: string;
  company: Company;
  /** The Sitewatch number of the database's site. */
  site: number;
}

/** Returns the schema as an isql script. */
export function sitewatchSchema(): Promise<string> {
  return readFile(new URL('schema.sql', import.meta.url), 'utf8');
}

/** The triggers that report new sales are disabled while the history is written. */
const newsTriggers = ['SALE_AI', 'CUSTOMERCODE_AIUD', 'CUSTOMERPLAN_AIU'];

/** Fills an empty Sitewatch with the site's part of the company, in one transaction. */
export async function seedSitewatch({ company, site: number, ...address }: SitewatchSeed): Promise<void> {
  const site = company.sites.find((each) => each.number === number);
  if (!site) throw new Error(`Unknown site: ${number}`);
  const { tables, lastObjectId, lastSaleId } = sitewatchRows(company, site);
  const database = await Firebird.attachAsync({ ...address, encoding: 'UTF8' });
  try {
    for (const trigger of newsTriggers) await database.queryAsync(`ALTER TRIGGER ${trigger} INACTIVE`);
    await database.withTransaction(async (transaction) => {
      for (const block of insertBlocks(tables)) await transaction.queryAsync(block);
    });
    await database.queryAsync(`SET GENERATOR GEN_OBJID TO ${lastObjectId}`);
    await database.queryAsync(`SET GENERATOR GEN_SALEID TO ${lastSaleId}`);
    for (const trigger of newsTriggers) await database.queryAsync(`ALTER TRIGGER ${trigger} ACTIVE`);
  } finally {
    await database.detachAsync();
  }
}
