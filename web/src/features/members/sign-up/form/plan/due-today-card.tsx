import { Failure } from '../../../../../components/feedback/failure.tsx';
import { Section } from '../../../../../components/layout/section.tsx';
import { Money } from '../../../../../domain/money.tsx';
import { PreviewTerms } from '../../../../../domain/plan-preview/preview-terms.tsx';
import type { DueToday } from './use-due-today.ts';
import styles from './due-today.module.css';

/** The amount charged today, with its lines. */
export function DueTodayCard({ due: { preview, isCurrent, failure, retry } }: { due: DueToday }) {
  const updating = preview !== null && !isCurrent;
  const amount = (
    <strong className={styles.amount}>{preview ? <Money cents={preview.due_today} /> : <span className={styles.none}>–</span>}</strong>
  );
  return (
    <Section title="Due Today" actions={amount}>
      <div role="status" aria-label="Due Today" aria-busy={updating}>
        {preview ? (
          <PreviewTerms preview={preview} updating={updating} />
        ) : (
          !failure && <p className={styles.words}>Choose a plan to see what’s due today.</p>
        )}
      </div>
      {Boolean(failure) && <Failure title="Couldn’t calculate the amount due" error={failure} onRetry={retry} />}
    </Section>
  );
}
