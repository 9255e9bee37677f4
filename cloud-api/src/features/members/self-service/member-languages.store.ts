import { sql, type ColumnType } from 'kysely';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { memberLanguages, type MemberLanguage } from '@washdesk/rules/text/languages';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';

/** The language in which a member last used the member page. */
interface MemberLanguageTable {
  customer: string;
  lang: MemberLanguage;
  changed: ColumnType<Date, never, Date>;
}

declare module '../../../db/schema.ts' {
  interface Database {
    member_language: MemberLanguageTable;
  }
}

export const personalData = {
  member_language: { plain: ['customer', 'lang', 'changed'], customer: 'customer', erase: 'rows' },
} satisfies PersonalTables;

export async function saveLanguage(db: Db, customer: string, lang: MemberLanguage): Promise<void> {
  await db
    .insertInto('member_language')
    .values({ customer, lang })
    .onConflict((on) => on.column('customer').doUpdateSet({ lang, changed: sql<Date>`now()` }))
    .execute();
}

/** Returns the language of the member page, otherwise that of the online sign-up; null for a member who used neither. */
export async function languageOf(db: Db, { id, metadata }: Pick<ProviderCustomer, 'id' | 'metadata'>): Promise<MemberLanguage | null> {
  const row = await db.selectFrom('member_language').select('lang').where('customer', '=', id).executeTakeFirst();
  return row?.lang ?? memberLanguages.find((lang) => lang === metadata?.[customerKeys.lang]) ?? null;
}
