import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { Money } from '../money.tsx';
import { useSiteClock } from '../sites/site-clock.ts';
import styles from './preview-terms.module.css';

interface PreviewTermsProps {
  preview: Pick<Preview, 'lines' | 'tax' | 'next'>;
  /** Whether a newer preview is loading. */
  updating?: boolean;
}

/**
 * The lines billed today, and the later amount with its date: of every month, or of the next bill alone if it also settles a credit or has a
 * coupon that ends.
 */
export function PreviewTerms({ preview: { lines, tax, next }, updating = false }: PreviewTermsProps) {
  const clock = useSiteClock();
  const dateOf = (seconds: number): string => clock.date(seconds, null);
  const periodOf = ({ start, end }: { start: number; end: number }): string =>
    start === end ? dateOf(start) : `${dateOf(start)} – ${dateOf(end)}`;
  const monthly = next?.monthly === undefined ? next?.amount : next.monthly;
  const isMonthly = monthly === next?.amount;
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
            {isMonthly ? 'Then ' : 'Next bill '}
            <Money cents={next.amount} />
            {isMonthly && '/mo'}
            {next.tax > 0 && ' with tax'} {isMonthly ? 'from' : 'on'} {dateOf(next.date)}
            {!isMonthly && monthly != null && (
              <>
                , then <Money cents={monthly} />
                /mo
              </>
            )}
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
