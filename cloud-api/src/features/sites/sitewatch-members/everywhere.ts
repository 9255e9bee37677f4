import type { Tx } from '../../../db/pool.ts';
import { enqueueNewest } from '../../../jobs/enqueue-newest.store.ts';
import type { ClaimedJob, Everywhere, JobPayloads, JobName } from '../../../jobs/job.ts';
import { sitesBut } from './places.store.ts';

/** What one site is asked to do and every other one then, too. */
export type SpreadName = { [N in JobName]: JobPayloads[N] extends Everywhere ? N : never }[JobName];

const deadlineDays = 7;

/** By the site and what it is about, so that of two wishes about the same thing the later one is done. */
const spreadKey = (site: number, subject: string): string => `${site}:${subject}`;

const subjectOf = (key: string): string => key.slice(key.indexOf(':') + 1);

interface Asked<N extends SpreadName> {
  what: N;
  site: number;
  /** The code, or whatever else two wishes about it have in common. */
  subject: string;
  customer: string | null;
  payload: Omit<JobPayloads[N], keyof Everywhere>;
  now: Date;
}

/** What somebody wants done at a site, and after it everywhere. @returns the job's key */
export async function enqueueEverywhere<N extends SpreadName>(tx: Tx, asked: Asked<N>): Promise<string> {
  const { what, site, subject, customer, now } = asked;
  const key = spreadKey(site, subject);
  const payload = { ...asked.payload, everywhere: true } as unknown as JobPayloads[N];
  await enqueueNewest(tx, { what, key, site, customer, payload, deadlineDays, created: now });
  return key;
}

/** It was done at one site: every other one gets the same job. */
export async function enqueueElsewhere<N extends SpreadName>(
  tx: Tx,
  { what, key, site, customer, payload }: ClaimedJob<N>,
  now: Date,
): Promise<void> {
  for (const number of await sitesBut(tx, site)) {
    const job = { what, key: spreadKey(number, subjectOf(key)), site: number, customer, deadlineDays, created: now };
    await enqueueNewest(tx, { ...job, payload: { ...payload, everywhere: false } });
  }
}
