import type { Workbench } from '@washdesk/deploy/local/workbench';
import { querySitewatch } from '@washdesk/tests/support/sitewatch';

/** The usages of today's tests for a code, as a site's own tables hold them: the ids in the tenders of its sales since the start. */
export async function usageIdsOf(workbench: Workbench, site: number, code: string): Promise<string[]> {
  const address = workbench.sitewatch(site);
  if (!address) throw new Error('The end-to-end tests need a Sitewatch: Firebird is missing');
  const seeded = new Set(workbench.company.washes.map(({ id }) => id));
  const rows = await querySitewatch<{ reference: string }>(
    address,
    'select t.reference from tender t join sale s on s.objid = t.sale where s.code = ?',
    [code],
  );
  return rows.map(({ reference }) => reference.trim()).filter((id) => !seeded.has(id));
}
