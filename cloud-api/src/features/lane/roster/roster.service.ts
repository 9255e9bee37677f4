import type { z } from 'zod';
import type { RosterEntry, RosterPage, rosterQuery } from '@washdesk/site-protocol/roster';
import { checksumOf } from '@washdesk/site-protocol/roster-checksum';
import { siteOfAgent, type Principal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { isOfFormerCloud, rosterAfter, rosterState, type RosterEntryRow } from '../../../mirror/projection/roster.store.ts';
import type { ReadSetting } from '../../../ports/settings.ts';

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
  readonly #settings: ReadSetting;

  constructor(db: Db, settings: ReadSetting) {
    this.#db = db;
    this.#settings = settings;
  }

  /** @throws Failure 403 for anyone but a site's service account */
  async page(principal: Principal, { since, most }: z.output<typeof rosterQuery>): Promise<RosterPage> {
    siteOfAgent(principal);
    const { number: highest, checksum: whole } = await rosterState(this.#db);
    // an agent with a higher number has the numbers of another database: it starts over
    const from = since > highest || (await isOfFormerCloud(this.#db, since)) ? 0 : since;
    const rows = await rosterAfter(this.#db, from, most);
    const last = rows.at(-1)?.seq ?? from;
    const entries = rows.map(entry);
    const redeemWindowMs = await this.#settings('redeemWindowMs');
    const page = { full: from === 0, entries, checksum: checksumOf(entries), redeemWindowMs };
    // a change since the checksum was read is in the rows, so the page is not the last one
    if (rows.length === most || last > highest) return { ...page, seq: last, more: true };
    return { ...page, seq: Math.max(from, highest), more: false, whole };
  }
}
