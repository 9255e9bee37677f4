import type { Tx } from '../../../db/pool.ts';
import { enqueueNewest } from '../../../jobs/job.store.ts';
import type { ClaimedJob, MultiSitePayload, JobPayloads, JobName } from '../../../jobs/job.ts';
import { sitesExcept } from './places.store.ts';

/** Jobs that run at one site first, then at every other one. */
export type MultiSiteJobName = { [N in JobName]: JobPayloads[N] extends MultiSitePayload ? N : never }[JobName];

const deadlineDays = 7;

/** Key by site and subject: of two requests about the same subject, the later one is executed. */
export const jobKeyAt = (site: number, subject: string): string => `${site}:${subject}`;

const subjectOf = (key: string): string => key.slice(key.indexOf(':') + 1);

interface Asked<N extends MultiSiteJobName> {
  what: N;
  site: number;
  /** The code, or another value that identifies the subject of the requests. */
  subject: string;
  customer: string | null;
  payload: Omit<JobPayloads[N], keyof MultiSitePayload>;
  now: Date;
}

/** Enqueues a job at one site, and at all others after it. @returns the job's key */
export async function enqueueAtAllSites<N extends MultiSiteJobName>(tx: Tx, asked: Asked<N>): Promise<string> {
  const { what, site, subject, customer, now } = asked;
  const key = jobKeyAt(site, subject);
  const payload = { ...asked.payload, everywhere: true } as unknown as JobPayloads[N];
  await enqueueNewest(tx, { what, key, site, customer, payload, deadlineDays, created: now });
  return key;
}

/** Enqueues a job that was done at one site for every other one. */
export async function enqueueAtOtherSites<N extends MultiSiteJobName>(
  tx: Tx,
  { what, key, site, customer, payload }: ClaimedJob<N>,
  now: Date,
): Promise<void> {
  for (const number of await sitesExcept(tx, site)) {
    const job = { what, key: jobKeyAt(number, subjectOf(key)), site: number, customer, deadlineDays, created: now };
    await enqueueNewest(tx, { ...job, payload: { ...payload, everywhere: false } });
  }
}
