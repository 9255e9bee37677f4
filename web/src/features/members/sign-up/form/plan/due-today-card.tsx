import type { Preview } from '@washdesk/contracts/billing/subscription-preview';
import { Failure } from '../../../../../components/failure.tsx';
import { Section } from '../../../../../components/section.tsx';
import { Money } from '../../../../../domain/money.tsx';
import styles from './due-today.module.css';
import type { DueToday } from './use-due-today.ts';

/** The amount that is charged today, with its lines. */
export function DueTodayCard({ due: { preview, isCurrent, failure, retry } }: { due: DueToday }) {
  const updating = preview !== null && !isCurrent;
  const amount = (
    <strong className={styles.amount}>{preview ? <Money cents={preview.due_today} /> : <span className={styles.none}>–</span>}</strong>
  );
  return (
    <Section title="Due Today" actions={amount}>
      <div role="status" aria-label="Due Today" aria-busy={updating}>
        {preview ? (
          <Terms preview={preview} updating={updating} />
        ) : (
          !failure && <p className={styles.words}>Choose a plan to see what it costs today.</p>
        )}
      </div>
      {Boolean(failure) && <Failure title="The amount due could not be computed" error={failure} onRetry={retry} />}
    </Section>
  );
}

function Terms({ preview: { lines, tax, next }, updating }: { preview: Preview; updating: boolean }) {
  return (
    <>
      <table className={styles.lines}>
        <tbody>
          {lines.map((line, index) => (
            <Line key={index} words={line.description ?? 'Plan'} when={periodOf(line.period)} cents={line.amount} />
          ))}
          {tax !== 0 && <Line words="Sales tax" cents={tax} />}
        </tbody>
      </table>
      <p className={styles.words}>
        {updating && <span className={styles.updating}>updating…</span>}
        {next && (
          <>
            Then <Money cents={next.amount} />
            /mo{next.tax > 0 && ' with tax'} from {dateOf(next.date)}
          </>
        )}
      </p>
    </>
  );
}

function Line({ words, when, cents }: { words: string; when?: string; cents: number }) {
  return (
    <tr>
      <th scope="row">
        {words}
        {when && <span className={styles.when}>{when}</span>}
      </th>
      <td>
        <Money cents={cents} />
      </td>
    </tr>
  );
}

const periodOf = ({ start, end }: { start: number; end: number }): string =>
  start === end ? dateOf(start) : `${dateOf(start)} – ${dateOf(end)}`;

function dateOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1_000).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
}
