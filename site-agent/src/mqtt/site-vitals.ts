import type { SiteVitals } from '@washdesk/site-protocol/envelope';
import type { Journal } from '../journal/journal.ts';
import type { CloudAnswers } from './cloud-answers.ts';

/** Returns what each lease reports of the site. */
export function siteVitals(
  { outbox, roster }: Pick<Journal, 'outbox' | 'roster'>,
  { roundTripMs }: Pick<CloudAnswers, 'roundTripMs'>,
): SiteVitals {
  const { events, oldest } = outbox.waiting();
  const { usedBytes, maxBytes } = outbox.space();
  const percent = Math.min(100, Math.round((usedBytes / maxBytes) * 100));
  return { roundTripMs, waiting: { events, oldest, percent }, rosterConfirmed: roster.confirmed?.toISOString() ?? null };
}
