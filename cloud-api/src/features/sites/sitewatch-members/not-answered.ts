import { Failure } from '../../../common/failure.ts';
import type { Attempt } from '../../../jobs/job.ts';
import { cannotBeReached, isFinal, type NotAnswered } from '../../../ports/site-outcome.ts';

function sentence(outcome: NotAnswered, name: string): string {
  switch (outcome.kind) {
    case 'unreachable':
      return cannotBeReached(name);
    case 'unknown':
      return `Sitewatch of ${name} didn’t respond in time`;
    case 'refused':
      return `Sitewatch of ${name}: ${outcome.message}`;
    default:
      return outcome satisfies never;
  }
}

/** Returns the outcome of a command that the named site did not execute. */
export const attemptAtSite = (outcome: NotAnswered, name: string): Attempt => ({
  kind: isFinal(outcome) ? 'refused' : 'later',
  reason: sentence(outcome, name),
});

/** Returns the failure of a query, which leaves no job. 409 `refused`, 503 `site_unreachable` */
export const siteFailure = (outcome: NotAnswered, name: string): Failure =>
  isFinal(outcome) ? new Failure(409, 'refused', sentence(outcome, name)) : new Failure(503, 'site_unreachable', sentence(outcome, name));
