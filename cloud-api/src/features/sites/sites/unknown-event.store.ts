import type { ColumnType, Generated } from 'kysely';
import { durableEvent, type DurableEvent } from '@washdesk/site-protocol/envelope';
import { mentions, type PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { storableJson } from '../../../db/storable-json.ts';
import type { BigInteger } from '../../../db/tables/columns.ts';

interface UnknownSiteEventTable {
  site: number;
  journal: string;
  seq: BigInteger;
  received: Generated<Date>;
  event: ColumnType<unknown, string, string>;
}

declare module '../../../db/schema.ts' {
  interface Database {
    unknown_site_event: UnknownSiteEventTable;
  }
}

export const personalData = {
  unknown_site_event: {
    plain: ['site', 'journal', 'seq', 'received'],
    personal: ['event'],
    also: mentions('event'),
    erase: 'rows',
    retention: { kind: 'unknownEvents', since: 'received' },
  },
} satisfies PersonalTables;

export async function keepUnknownEvent(tx: Tx, event: DurableEvent): Promise<void> {
  const { site, journal, seq } = event;
  await tx
    .insertInto('unknown_site_event')
    .values({ site, journal, seq, event: storableJson(event) })
    .onConflict((conflict) => conflict.columns(['site', 'journal', 'seq']).doNothing())
    .execute();
}

/** Handles every kept event whose kind this release supports, in order of arrival, each in its own transaction. */
export async function handleKeptEvents(
  db: Db,
  handle: (tx: Tx, event: DurableEvent) => Promise<boolean>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const kept = await db.selectFrom('unknown_site_event').select(['site', 'journal', 'seq']).orderBy('received').orderBy('seq').execute();
  for (const { site, journal, seq } of kept) {
    const attempt = db.transaction().execute(async (tx) => {
      const isThis = { site, journal, seq };
      const row = await tx
        .selectFrom('unknown_site_event')
        .select('event')
        .where((e) => e.and(isThis))
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row && (await handle(tx, durableEvent.parse(row.event))))
        await tx
          .deleteFrom('unknown_site_event')
          .where((e) => e.and(isThis))
          .execute();
    });
    await attempt.catch(onFailure);
  }
}
