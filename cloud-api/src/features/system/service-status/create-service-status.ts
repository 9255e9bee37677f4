import { getPublicStatus, getSiteStatus } from '@washdesk/contracts/system/service-status';
import type { CloudFault } from '@washdesk/rules/company/cloud-faults';
import { cloudStatus, siteStatus, statusLine, type CloudStatus } from '@washdesk/rules/company/status-line';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { siteStatuses, type NumberedStatus } from './status.store.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  cloudFaults: (db: Db) => Promise<CloudFault[]>;
}

const keptMs = 10_000;

interface Status {
  at: string;
  cloud: CloudStatus;
  sites: NumberedStatus[];
}

/** What works, for staff and for everyone (docs/rules/company.md#status). */
export function createServiceStatus({ db, clock, cloudFaults }: Dependencies): Feature {
  let kept: { until: number; status: Promise<Status> } | null = null;
  const read = async (): Promise<Status> => {
    const [faults, sites] = await Promise.all([cloudFaults(db), siteStatuses(db)]);
    const has = (code: CloudFault['code']): boolean => faults.some((fault) => fault.code === code);
    return { at: clock.now().toISOString(), cloud: { cards: !has('stripe'), sites: !has('broker'), mail: !has('mail') }, sites };
  };
  /** Any number of callers read the database at most once in `keptMs`. */
  const status = (): Promise<Status> => {
    if (!kept || kept.until < performance.now()) {
      const reading = read();
      kept = { until: performance.now() + keptMs, status: reading };
      reading.catch(() => (kept = null));
    }
    return kept.status;
  };
  return {
    routes: [
      route(getSiteStatus, async ({ caller }) => {
        const { cloud, sites } = await status();
        const number = caller.principal?.site ?? caller.device?.site;
        const own = sites.find(({ site }) => site === number);
        return own ? statusLine(cloud, own) : cloudStatus(cloud);
      }),
      route(getPublicStatus, async () => {
        const { at, cloud, sites } = await status();
        return {
          at,
          company: cloudStatus(cloud),
          sites: sites.flatMap((site) => {
            if (site.online === null) return [];
            const told = { ...site, unreadLanes: [] };
            const { works, sentences } = siteStatus(cloud.sites ? told : { ...told, online: null });
            return [{ name: site.name, works, sentences }];
          }),
        };
      }),
    ],
  };
}
