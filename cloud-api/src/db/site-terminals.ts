import type { Db } from './pool.ts';

/** Returns the name of a terminal as Sitewatch writes it; null if the site has no such terminal. */
export async function terminalNamed(db: Db, site: number, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('site_terminal')
    .select('name')
    .where('site', '=', site)
    .where((on) => on(on.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return row?.name ?? null;
}
