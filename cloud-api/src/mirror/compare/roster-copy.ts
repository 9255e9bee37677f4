import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Difference } from '@washdesk/rules/reconcile/difference-kinds';
import { Failure } from '../../common/failure.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadSetting } from '../../ports/settings.ts';
import type { CodeMembership } from '../projection/memberships.ts';
import { projectCustomers } from '../projection/project.ts';
import { lockNumbers, updateRoster, type RosterEntryRow } from '../projection/roster.store.ts';
import type { ComparedCopy } from './compared-copy.ts';
import { customersPage } from './mirror-sides.store.ts';
import { rosterDifferences, rosterSides, type RosterRules } from './roster-sides.ts';
import { sharedCodesOf } from './shared-codes.store.ts';

interface Parts {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
}

/** The lanes' roster against the mirror, from which it is computed. Codes that several members have are found here too. */
export function rosterCopy({ db, clock, settings }: Parts): ComparedCopy {
  const rules = async (): Promise<RosterRules> => ({ now: clock.now(), goodDays: await settings('goodDaysAfterPeriodEnd') });
  // both sides are written in one transaction, so one snapshot of the database never shows a difference in motion
  const inSnapshot = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

  // the rules are read before: a transaction that waits for a second connection could wait for itself
  async function differences(customers: readonly string[]): Promise<Map<string, Difference[]>> {
    const given = await rules();
    return inSnapshot(async (tx) => {
      const found = rosterDifferences(await rosterSides(tx, customers, given), given.now);
      for (const { customer, ...shared } of await sharedCodesOf(tx, customers))
        found.set(customer, [...(found.get(customer) ?? []), shared]);
      return found;
    });
  }

  const rowOf = async (tx: Tx, code: string): Promise<RosterEntryRow | null> => {
    const row = await tx.selectFrom('roster_entry').selectAll().where('code', '=', code).where('removed', '=', false).executeTakeFirst();
    return row ?? null;
  };

  return {
    screens: [
      {
        name: 'members',
        async page(cursor) {
          const { ids, next } = await customersPage(db, cursor);
          const strays = next === null ? await unknownMembers(db) : [];
          const found = await differences(ids);
          return { suspects: [...found.keys(), ...strays], compared: ids.length, next };
        },
      },
    ],

    async compare({ customer }) {
      const found = await differences([customer]);
      return { kind: 'compared', differences: (found.get(customer) ?? []).map((one) => ({ ...one, cause: null })) };
    },

    before: ({ about }) => db.transaction().execute((tx) => rowOf(tx, about)),

    async repair({ customer, about }) {
      const given = await rules();
      return db.transaction().execute(async (tx) => {
        await lockNumbers(tx);
        await projectCustomers(tx, [customer], given.now, given.goodDays);
        // the roster may also have a code that no member has
        const { wanted } = await rosterSides(tx, [customer], given);
        await updateRoster(tx, [about], wanted);
        return rowOf(tx, about);
      });
    },

    async undo({ about }, { before, after }) {
      await db.transaction().execute(async (tx) => {
        await lockNumbers(tx);
        if (!isDeepStrictEqual(withoutNumber(await rowOf(tx, about)), withoutNumber(after as RosterEntryRow | null)))
          throw new Failure(409, 'changed_since', 'The lanes’ list has changed since the repair. It stays as it is');
        const former = before === null ? null : membershipOf(before as RosterEntryRow);
        await updateRoster(tx, [about], new Map(former ? [[about, former]] : []));
      });
    },
  };
}

/** Compares rows as JSON: a stored one has its dates as text. */
function withoutNumber(row: RosterEntryRow | null): unknown {
  if (row === null) return null;
  const { seq: _seq, ...same } = row;
  return JSON.parse(JSON.stringify(same)) as unknown;
}

function membershipOf(stored: RosterEntryRow): CodeMembership {
  const { seq: _seq, removed: _removed, ...same } = stored;
  const date = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));
  return { ...same, period_end: date(same.period_end), good_until: date(same.good_until) } as CodeMembership;
}

/** Returns customers of the roster whom the mirror does not have. */
async function unknownMembers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ customer: string }>`
    select distinct r.customer from roster_entry r
    where not r.removed and not exists (select from mirror_customer c where c.id = r.customer) limit 1000`.execute(db);
  return rows.map(({ customer }) => customer);
}
