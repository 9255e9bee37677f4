import { stripControlCharacters } from '@washdesk/rules/text/text';
import type { ReceivedPayload } from '@washdesk/site-protocol/events';
import { writeAudit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/pool.ts';
import { storeOutcome } from './configuration.store.ts';

interface Reported {
  site: number;
  at: Date;
  payload: ReceivedPayload<'configuration'>;
}

/** Stores what a site did with a version, with its audit row; once. A result of a later release leaves it pending. */
export async function storeReportedOutcome(tx: Tx, { site, at, payload: { version, outcome, problems } }: Reported): Promise<void> {
  if (outcome === 'unknown') return;
  const storable = problems.map((problem) => ({
    ...problem,
    path: stripControlCharacters(problem.path),
    sentence: stripControlCharacters(problem.sentence),
  }));
  if (!(await storeOutcome(tx, { site, version, outcome, problems: storable, at }))) return;
  const by = { actor: `site-agent:${site}`, site, device: null, requestId: `site-event:configuration:${site}:${version}` };
  const why = storable[0]?.sentence ?? null;
  await writeAudit(tx, { ...by, action: `site-configuration.${outcome}`, subject: `site:${site}`, after: { version }, why, at });
}
