import Firebird from 'node-firebird';
import type { SitewatchAddress } from '@washdesk/workbench/site-services';
import type { Workbench } from '@washdesk/workbench/workbench';

/** Returns the address of a site's Sitewatch. @throws Error if the machine has no Firebird */
export function sitewatchOf(workbench: Pick<Workbench, 'sitewatch'>, site: number): SitewatchAddress {
  const address = workbench.sitewatch(site);
  if (!address) throw new Error(`Site ${site} has no Sitewatch: Firebird is missing`);
  return address;
}

/** Runs one query on Sitewatch's own tables, over a separate connection. */
export function querySitewatch<Row>(address: SitewatchAddress, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    Firebird.attach({ ...address, lowercase_keys: true }, (problem, db) => {
      if (problem) return reject(problem);
      return db.query(sql, parameters, (failure, rows) => {
        db.detach(() => (failure ? reject(failure) : resolve(rows as Row[])));
      });
    });
  });
}

/** Returns the usage ids in the tenders of a site's sales, with duplicates. */
export async function usageIdsIn(address: SitewatchAddress): Promise<string[]> {
  const rows = await querySitewatch<{ reference: string }>(
    address,
    `select t.reference from tender t where char_length(trim(t.reference)) = 36`,
  );
  return rows.map((row) => row.reference.trim());
}
