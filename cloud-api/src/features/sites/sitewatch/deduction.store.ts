import { sql, type ColumnType } from 'kysely';
import type { GiftCard as SitewatchGiftCard } from '@washdesk/site-protocol/sitewatch';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { storableJson } from '../../../db/storable-json.ts';

/** A deduction from gift cards. The row's id is the command's id, so that a retry is never executed twice. */
interface GiftCardDeductionTable {
  id: string;
  principal: string;
  key: string;
  request_hash: Buffer;
  site: number;
  code: string;
  /** Cents. */
  amount: number;
  /** `unsent`: the command was never sent. `asked`: it may have been executed. */
  state: 'unsent' | 'asked' | 'deducted' | 'refused';
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  asked: Date;
  settled: Date | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    gift_card_deduction: GiftCardDeductionTable;
  }
}

export const personalData = {
  gift_card_deduction: {
    plain: ['id', 'principal', 'key', 'request_hash', 'site', 'code', 'amount', 'state', 'result', 'asked', 'settled'],
  },
} satisfies PersonalTables;

/**
 * The outcome of a deduction at Sitewatch: the protocol's `deductionResult`, with all cards of the code afterwards, and the one that the
 * amount was taken from, if the agent named it.
 */
export interface Ending {
  result: 'deducted' | 'exceeds-balance' | 'zero-balance' | 'not-found';
  cards: SitewatchGiftCard[];
  card?: SitewatchGiftCard | undefined;
}

export interface Deduction {
  /** The command's id, the same for every caller and retry. */
  id: string;
  requestHash: Buffer;
  site: number;
  code: string;
  /** Cents. */
  amount: number;
  /** Null while unknown. */
  ending: Ending | null;
  /** Whether it was never sent before. */
  fresh: boolean;
}

interface NewDeduction extends Omit<Deduction, 'ending' | 'fresh'> {
  principal: string;
  key: string;
  asked: Date;
}

/** Stores the deduction before the command is sent, so that the same key always sends the same command. */
export async function beginDeduction(db: Db, { requestHash: request_hash, ...wanted }: NewDeduction): Promise<Deduction> {
  const columns = ['id', 'request_hash as requestHash', 'site', 'code', 'amount', 'result as ending'] as const;
  const fresh = await db
    .insertInto('gift_card_deduction')
    .values({ ...wanted, request_hash, state: 'asked' })
    .onConflict((conflict) =>
      conflict
        .columns(['principal', 'key'])
        .doUpdateSet({ state: 'asked', asked: wanted.asked })
        .where('gift_card_deduction.state', '=', 'unsent')
        .whereRef('gift_card_deduction.request_hash', '=', sql.ref('excluded.request_hash')),
    )
    .returning(columns)
    .executeTakeFirst();
  const row =
    fresh ??
    (await db
      .selectFrom('gift_card_deduction')
      .select(columns)
      .where('principal', '=', wanted.principal)
      .where('key', '=', wanted.key)
      .executeTakeFirstOrThrow());
  return { ...row, ending: row.ending as Ending | null, fresh: fresh !== undefined };
}

/** Marks that the command was never sent or that the site did nothing: the next attempt counts as the first. */
export async function markUnsent(db: Db, id: string): Promise<void> {
  await db.updateTable('gift_card_deduction').set({ state: 'unsent' }).where('id', '=', id).where('state', '=', 'asked').execute();
}

/** @returns false if another call has already stored the outcome */
export async function endDeduction(tx: Tx, id: string, ending: Ending, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gift_card_deduction')
    .set({ state: ending.result === 'deducted' ? 'deducted' : 'refused', result: storableJson(ending), settled: at })
    .where('id', '=', id)
    .where('settled', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
