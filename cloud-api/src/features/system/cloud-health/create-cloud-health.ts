import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { getCloudHealth } from '@washdesk/contracts/system/cloud-health';
import { cloudFaults, type CloudFault } from '@washdesk/rules/company/cloud-faults';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import { jobNames } from '../../../jobs/job.ts';
import { companyFacts, forgetServer, freshServers, personalData, storeMeasurements } from './cloud-server.store.ts';
import { Measuring, type Measured } from './measuring.ts';

const everyMs = 5_000;

/** What is wrong with the cloud, by the measurements of its servers (docs/rules/company.md#faults-of-the-cloud). */
export function createCloudHealth(parts: Measured) {
  const { db, log } = parts;
  const measuring = new Measuring(parts);
  // several servers may run on one computer
  const name = `${hostname()} ${randomBytes(2).toString('hex')}`;
  const faults = async (inside: Db): Promise<CloudFault[]> =>
    cloudFaults({ ...(await companyFacts(inside, jobNames)), servers: await freshServers(inside) });
  const loop = new WorkLoop({
    round: async () => {
      await storeMeasurements(db, name, await measuring.measure());
      return 0;
    },
    everyMs,
    onTrouble: (error) => log.warn({ err: error }, 'Measurements of this server not stored, retrying'),
  });
  return {
    personalData,
    routes: [
      route(getCloudHealth, async () => ({
        faults: await faults(db),
        servers: (await freshServers(db)).map(({ name: server, measured, measurements }) => ({
          name: server,
          measured: measured.toISOString(),
          databaseMs: measurements.databaseMs,
        })),
      })),
    ],
    loops: [loop],
    stop: () =>
      forgetServer(db, name).catch((error: unknown) => log.warn({ err: error }, 'Measurements of this server not removed, they expire')),
    faults,
  } satisfies OfferingFeature;
}
