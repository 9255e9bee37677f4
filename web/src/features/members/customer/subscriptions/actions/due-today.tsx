import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { Failure } from '../../../../../components/feedback/failure.tsx';
import { Money } from '../../../../../domain/money.tsx';
import { PreviewTerms } from '../../../../../domain/plan-preview/preview-terms.tsx';
import { isCallFailure } from '../../../../../lib/api/call-failure.ts';
import styles from '../../../../../domain/actions/action-dialog.module.css';

interface DueTodayProps {
  answer: { data?: Preview | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** Whether the choice can be previewed. */
  asked: boolean;
}

const isPriceOutOfRange = (error: unknown): boolean => isCallFailure(error) && error.code === 'price_out_of_range';

/** The cost of an action, today and later, computed by Stripe. */
export function DueToday({ answer: { data, error, isFetching, refetch }, asked }: DueTodayProps) {
  if (!asked) return null;
  // the server rejects the change for the same reason as its preview: the message is enough and a retry does not help
  if (error && !isFetching && isPriceOutOfRange(error)) return <Failure error={error} />;
  if (error && !isFetching) return <Failure title="Couldn’t calculate the amount due" error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Due Today" aria-busy={isFetching}>
      <p className={styles.due}>
        Due Today <strong>{data ? <Money cents={data.due_today} /> : <span className={styles.waiting}>…</span>}</strong>
      </p>
      {data && <PreviewTerms preview={data} updating={isFetching} />}
    </div>
  );
}
