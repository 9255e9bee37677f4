import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';

interface Place {
  site: { number: number; name: string };
  plate: string;
  admitted: boolean;
}

/** Returns the site of a sale, and whether the lanes know its plate. */
export async function placeOf(db: Db, site: number, plate: string): Promise<Place> {
  const { rows } = await sql<{ name: string | null; admitted: boolean }>`
    select (select name from site where number = ${site}) as name,
      exists (select 1 from roster_entry where code = ${plate} and not removed) as admitted`.execute(db);
  return { site: { number: site, name: rows[0]?.name ?? `Site ${site}` }, plate, admitted: rows[0]?.admitted === true };
}
