import type { RosterEntry, RosterPage } from '@washdesk/site-protocol/roster';
import type { Principal } from '../../../common/caller.ts';
import { forbidden } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { isOfFormerCloud, rosterAfter, rosterNumber, type RosterEntryRow } from '../../../mirror/projection/roster.store.ts';

const pageSize = 1_000;

const entry = (row: RosterEntryRow): RosterEntry => ({
  seq: row.seq,
  code: row.code,
  customer: row.customer,
  planName: row.plan_name,
  productClass: row.product_class,
  status: row.status,
  goodUntil: row.good_until?.toISOString() ?? null,
  priceIncrease: row.price_increase,
  groups: row.groups,
  removed: row.removed,
});

/** The roster, pulled by agents: a snapshot from 0, changes from any other number (docs/decisions/0007-lanes-without-the-cloud.md). */
export class RosterService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 403 for anyone but a site's service account */
  async page(principal: Principal, since: number): Promise<RosterPage> {
    if (principal.kind !== 'service' || principal.site === null) throw forbidden();
    const highest = await rosterNumber(this.#db);
    // an agent with a higher number has the numbers of another database: it starts over
    const from = since > highest || (await isOfFormerCloud(this.#db, since)) ? 0 : since;
    const rows = await rosterAfter(this.#db, from, pageSize);
    const more = rows.length === pageSize;
    return {
      seq: more ? rows.at(-1)!.seq : Math.max(from, highest, rows.at(-1)?.seq ?? 0),
      full: from === 0,
      entries: rows.map(entry),
      more,
    };
  }
}
