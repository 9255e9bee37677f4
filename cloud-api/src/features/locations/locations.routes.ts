import { listLocations } from '@washdesk/contracts/location';
import { siteNumber } from '@washdesk/rules/sites';
import type { Db } from '../../db/pool.ts';
import { route, type Route } from '../../http/route.ts';
import type { ProviderLocation } from '../../mirror/objects.ts';
import { settingOf } from '../settings/settings.store.ts';

/** Stripe's Terminal locations from the mirror, with the mapped site number; one that names no site of ours is left out. */
async function locations(db: Db) {
  const mapping = await settingOf(db, 'siteMapping');
  const rows = await db.selectFrom('mirror_location').select('object').where('deleted_at', 'is', null).execute();
  return rows.flatMap((row) => {
    const { id, display_name, metadata } = row.object as unknown as ProviderLocation;
    const mapped = siteNumber(metadata['site'] ?? '', mapping);
    if ('error' in mapped) return [];
    const { state = '', defaultplatestate = state } = metadata;
    return [{ id, display_name, metadata: { site: String(mapped.site), state, defaultplatestate } }];
  });
}

export function locationsRoutes(db: Db): Route[] {
  return [
    route(listLocations, async ({ caller }) => {
      const own = caller.device?.site;
      const all = (await locations(db)).filter((one) => own === undefined || one.metadata.site === String(own));
      const sorted = all.toSorted((a, b) => a.display_name.localeCompare(b.display_name));
      return { locations: sorted, count: sorted.length };
    }),
  ];
}
