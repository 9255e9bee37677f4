import { lanesTopic } from '@washdesk/contracts/lane/board';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { devicesTopic } from '@washdesk/contracts/sites/site-device';
import type { Db, Tx } from '../../../db/pool.ts';
import type { LiveSource } from '../../../live/live-source.ts';
import { publishLive } from '../../../live/publish.ts';
import { devicesOf, type SiteDevice } from './sites.store.ts';

const messageOf = ({ site, id, kind, name, health, reason, since }: SiteDevice): LiveMessageOf<typeof devicesTopic> => ({
  type: 'device',
  site,
  id,
  kind,
  name,
  health,
  reason,
  since: since.toISOString(),
});

export const liveDevices = (db: Db): LiveSource<typeof devicesTopic> => ({
  topic: devicesTopic,
  snapshot: async ({ site }) => (await devicesOf(db, site)).map(messageOf),
});

/** Publishes the state of a device, or of all devices of the site, on commit; the lane board reads its gates again. */
export async function publishDevices(tx: Tx, site: number, device?: string): Promise<void> {
  const devices = await devicesOf(tx, site);
  for (const one of devices) if (device === undefined || one.id === device) await publishLive(tx, devicesTopic, messageOf(one));
  await publishLive(tx, lanesTopic, { type: 'changed', site });
}
