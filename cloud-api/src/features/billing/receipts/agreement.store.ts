import type { Db } from '../../../db/pool.ts';

interface AskedFor {
  id: string;
  site: number;
  agreement: object;
  /** PNG; null until it is signed. */
  image: Buffer | null;
}

/** What a customer was asked to sign, as it was then. */
export async function agreementAskedFor(db: Db, signature: string): Promise<AskedFor | null> {
  const found = db.selectFrom('signature').select(['id', 'site', 'agreement', 'image']).where('id', '=', signature);
  return (await found.executeTakeFirst()) ?? null;
}
