import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { Money } from '../money.tsx';
import { useSiteClock } from '../sites/site-clock.ts';
import styles from './preview-terms.module.css';

interface PreviewTermsProps {
  preview: Pick<Preview, 'lines' | 'tax' | 'next'>;
  /** Whether a newer preview is loading. */
  updating?: boolean;
}

/** The lines billed today, and the later amount with its date. */
export function PreviewTerms({ preview: { lines, tax, next }, updating = false }: PreviewTermsProps) {
  const clock = useSiteClock();
  const dateOf = (seconds: number): string => clock.date(seconds, null);
  const periodOf = ({ start, end }: { start: number; end: number }): string =>
    start === end ? dateOf(start) : `${dateOf(start)} – ${dateOf(end)}`;
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
