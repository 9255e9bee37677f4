import { pool, type ConnectionPool } from 'node-firebird';
import { sitewatchSql } from '@washdesk/site-agent/drivers/sitewatch/sitewatch-sql';
import type { SitewatchAddress } from '@washdesk/workbench/site-services';

export interface Found {
  objid: number;
  codes: number;
  plans: number;
}

interface Row {
  OBJID: number;
  CODE: string | null;
}

/** As many connections as an agent opens, with as many cached prepared statements. */
const connections = 4;
const statementCacheSize = 50;

/**
 * The minimum cost of a look-up by code: the same statement through a pool of node-firebird, in this process. No HTTP, no caller, no
 * contract, no broker, no signature, no deadline, no connection check.
 */
export class LookupFloor {
  readonly #pool: ConnectionPool;

  constructor({ host, port, database, user, password }: SitewatchAddress) {
    this.#pool = pool(connections, { host, port, database, user, password, encoding: 'UTF8', statementCacheSize, min: 1 });
  }

  /** @throws Error if the code is unknown */
  async find(code: string): Promise<Found> {
    const rows = await this.#pool.withConnection((line) => line.queryAsync<Row>(sitewatchSql.customerByCode, [code]));
    const [first] = rows;
    if (!first) throw new Error(`No customer has ${code}`);
    const codes = rows.filter((row) => row.CODE !== null).length;
    return { objid: first.OBJID, codes, plans: rows.length - codes };
  }

  stop(): Promise<void> {
    return this.#pool.destroyAsync();
  }
}
