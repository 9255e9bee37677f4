import type { Db } from './pool.ts';

/** The name of a terminal as Sitewatch writes it; null where the site has none of that name. */
export async function terminalNamed(db: Db, site: number, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('site_terminal')
    .select('name')
    .where('site', '=', site)
    .where((on) => on(on.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return row?.name ?? null;
}
