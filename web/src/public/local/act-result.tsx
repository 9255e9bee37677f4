import type { ActOutcome } from '@washdesk/site-protocol/local-page';
import { Notice } from '../components/notice.tsx';
import { texts } from './texts.ts';
import { capitalized } from './words.ts';

const kinds = { done: 'good', failed: 'problem', unknown: 'info' } as const;

const ofGates: Partial<Record<string, string>> = texts.gateResult;
const words = { done: texts.act.printed, failed: texts.act.failed, unknown: texts.act.unknown };

const wordOf = ({ outcome, result }: ActOutcome): string => (result && ofGates[result]) ?? words[outcome];

/** What became of a press. */
export function ActResult({ outcome }: { outcome: ActOutcome | null }) {
  if (!outcome) return null;
  const reason = outcome.reason ?? (outcome.outcome === 'unknown' ? texts.act.noResponse : null);
  return (
    <Notice kind={kinds[outcome.outcome]}>
      <strong>{wordOf(outcome)}</strong>
      {reason && <p>{capitalized(reason)}</p>}
    </Notice>
  );
}
