import { counted } from '@washdesk/rules/text/counts';
import type { OutboxSpace } from './outbox.ts';

const halfFull = 0.5;
const noticeable = 0.1;
const dayHours = 24;

/** Returns a sentence if the journal is half full, or will be full within a day; null otherwise. */
export function spaceProblem({ usedBytes, maxBytes, hoursLeft }: OutboxSpace): string | null {
  const used = usedBytes / maxBytes;
  const isFullSoon = hoursLeft !== null && hoursLeft < dayHours;
  if (used < (isFullSoon ? noticeable : halfFull)) return null;
  const filled = `Events wait for the cloud: the journal is over ${Math.floor(used * 10) * 10} % full`;
  return hoursLeft === null ? filled : `${filled}, and at this rate full in ${counted(Math.floor(hoursLeft), 'hour')}`;
}
