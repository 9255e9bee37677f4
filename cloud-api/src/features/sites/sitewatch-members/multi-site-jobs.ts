import type { Tx } from '../../../db/pool.ts';
import { enqueueNewest } from '../../../jobs/job.store.ts';
import type { ClaimedJob, MultiSitePayload, JobPayloads, JobName } from '../../../jobs/job.ts';
import { sitesExcept } from './places.store.ts';

/** What one site is asked to do and every other one then, too. */
export type MultiSiteJobName = { [N in JobName]: JobPayloads[N] extends MultiSitePayload ? N : never }[JobName];

const deadlineDays = 7;

/** By the site and what it is about, so that of two wishes about the same thing the later one is done. */
const siteJobKey = (site: number, subject: string): string => `${site}:${subject}`;

const subjectOf = (key: string): string => key.slice(key.indexOf(':') + 1);

interface Asked<N extends MultiSiteJobName> {
  what: N;
  site: number;
  /** The code, or whatever else two wishes about it have in common. */
  subject: string;
  customer: string | null;
  payload: Omit<JobPayloads[N], keyof MultiSitePayload>;
  now: Date;
}

/** What somebody wants done at a site, and after it everywhere. @returns the job's key */
export async function enqueueAtAllSites<N extends MultiSiteJobName>(tx: Tx, asked: Asked<N>): Promise<string> {
  const { what, site, subject, customer, now } = asked;
  const key = siteJobKey(site, subject);
  const payload = { ...asked.payload, everywhere: true } as unknown as JobPayloads[N];
  await enqueueNewest(tx, { what, key, site, customer, payload, deadlineDays, created: now });
  return key;
}

/** It was done at one site: every other one gets the same job. */
export async function enqueueAtOtherSites<N extends MultiSiteJobName>(
  tx: Tx,
  { what, key, site, customer, payload }: ClaimedJob<N>,
  now: Date,
): Promise<void> {
  for (const number of await sitesExcept(tx, site)) {
    const job = { what, key: siteJobKey(number, subjectOf(key)), site: number, customer, deadlineDays, created: now };
    await enqueueNewest(tx, { ...job, payload: { ...payload, everywhere: false } });
  }
}
