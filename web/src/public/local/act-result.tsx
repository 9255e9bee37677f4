import type { ActOutcome } from '@washdesk/site-protocol/local-page';
import { Notice } from '../components/notice.tsx';
import { texts } from './texts.ts';
import { capitalized } from './words.ts';

const kinds = { done: 'good', failed: 'problem', unknown: 'info' } as const;

const wordOf = ({ outcome, result }: ActOutcome): string => {
  if (result === null) return outcome === 'unknown' ? texts.act.unknown : texts.act.failed;
  if (Object.hasOwn(texts.gateResult, result)) return texts.gateResult[result as keyof typeof texts.gateResult];
  return outcome === 'done' ? texts.act.printed : outcome === 'unknown' ? texts.act.unknown : texts.act.failed;
};

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
