import { querySitewatch, sitewatchOf } from '../../workbench/sitewatch.ts';
import { queryCloud } from './cloud-database.ts';
import type { OpenWorkbench } from './run-workbench.ts';

/** A tender paid by card refers to the payment instead. */
const usageId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the usages of a code since the workbench started, from a site's own tables: the ids in the tenders of its sales. */
export async function usageIdsOf(workbench: OpenWorkbench, site: number, code: string): Promise<string[]> {
  const rows = await querySitewatch<{ reference: string }>(
    sitewatchOf(workbench, site),
    'select t.reference from tender t join sale s on s.objid = t.sale where s.code = ? and t.reference is not null',
    [code],
  );
  const seeded = seededIn(workbench);
  return rows.map(({ reference }) => reference.trim()).filter((id) => usageId.test(id) && !seeded.has(id));
}

/** Returns the number of usages of a code that the cloud has recorded since the workbench started. */
export async function usagesInCloud(workbench: OpenWorkbench, code: string): Promise<number> {
  const rows = await queryCloud<{ id: string }>(workbench, 'select id from usage where code = $1', [code]);
  const seeded = seededIn(workbench);
  return rows.filter(({ id }) => !seeded.has(id)).length;
}

function seededIn({ company }: OpenWorkbench): Set<string> {
  return new Set(company.washes.map(({ id }) => id));
}
