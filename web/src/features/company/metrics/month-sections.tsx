import type { MonthMetrics, MetricList } from '@washdesk/contracts/company/metrics';
import { shareOf } from '@washdesk/rules/company/member-months';
import type { Figure } from './figures.tsx';
import { MetricSection } from './metric-section.tsx';
import { metricListPath, metricWords, percent, shortDollars, wholeDollars, wholeNumber } from './metric-words.ts';

interface MonthSectionsProps {
  months: readonly MonthMetrics[];
  chosen: MonthMetrics;
  /** Null for every site. */
  site: number | null;
}

/** The sections of the metrics, each a chart of the months with its figures. */
export function MonthSections({ months, chosen, site }: MonthSectionsProps) {
  const figure = (month: MonthMetrics, list: MetricList, value: string, more: Partial<Figure> = {}): Figure => ({
    ...metricWords[list],
    value,
    to: metricListPath({ site, month: month.month }, list),
    ...more,
  });
  /** The members at the start of a month are those at the end of the previous one. */
  const opening = (month: MonthMetrics, value: string, label: string): Figure => ({
    label,
    value,
    to: metricListPath({ site, month: monthBefore(month.month) }, 'members'),
  });
  const shared = { months, chosen };
  return (
    <>
      <MetricSection
        {...shared}
        title="Members"
        series={[
          { label: 'Sign-ups', tone: 'water' },
          { label: 'Reactivated', tone: 'pale' },
          { label: 'Canceled', tone: 'slate', below: true },
          { label: 'Involuntary (failed payment)', tone: 'stop', below: true },
        ]}
        valuesOf={({ movements: moved }) => [moved.new, moved.returned, moved.voluntary, moved.card_failure].map(({ members }) => members)}
        format={wholeNumber}
        figuresOf={(month) => [
          opening(month, wholeNumber(month.opening.members), 'Start of month'),
          figure(month, 'new', wholeNumber(month.movements.new.members)),
          figure(month, 'returned', wholeNumber(month.movements.returned.members)),
          figure(month, 'voluntary', wholeNumber(month.movements.voluntary.members), { kind: 'less' }),
          figure(month, 'card_failure', wholeNumber(month.movements.card_failure.members), { kind: 'less' }),
          figure(month, 'members', wholeNumber(month.closing.members), { kind: 'sum' }),
        ]}
      />
      <MetricSection
        {...shared}
        title="Churn"
        about="Members lost in the month, as a share of members at the start of the month."
        series={[
          { label: 'Canceled', tone: 'slate' },
          { label: 'Involuntary (failed payment)', tone: 'stop' },
        ]}
        valuesOf={(month) => [lostShare(month, 'voluntary'), lostShare(month, 'card_failure')]}
        format={percent}
        figuresOf={(month) => [
          figure(month, 'voluntary', percent(lostShare(month, 'voluntary'))),
          figure(month, 'card_failure', percent(lostShare(month, 'card_failure'))),
          figure(
            month,
            'left',
            percent(shareOf(month.movements.voluntary.members + month.movements.card_failure.members, month.opening.members)),
            { label: 'Churn', means: 'Canceled plus involuntary. Members who come back in the same month don’t count.', kind: 'sum' },
          ),
        ]}
      />
      <MetricSection
        {...shared}
        title="Monthly recurring revenue (MRR)"
        about="What members pay per month before tax, from their last invoice of the month. A free first month counts at its regular price."
        series={[
          { label: 'Sign-ups', tone: 'water' },
          { label: 'Reactivated', tone: 'pale' },
          { label: 'Expansion', tone: 'go' },
          { label: 'Contraction', tone: 'wait', below: true },
          { label: 'Canceled', tone: 'slate', below: true },
          { label: 'Involuntary (failed payment)', tone: 'stop', below: true },
        ]}
        valuesOf={({ movements: moved }) =>
          [moved.new, moved.returned, moved.up, moved.down, moved.voluntary, moved.card_failure].map(({ amount }) => amount)
        }
        format={shortDollars}
        figuresOf={(month) => [
          opening(month, wholeDollars(month.opening.amount), 'Start of month'),
          figure(month, 'new', wholeDollars(month.movements.new.amount), { means: 'Their monthly price at the end of the month.' }),
          figure(month, 'returned', wholeDollars(month.movements.returned.amount), { means: 'Their current monthly price.' }),
          figure(month, 'up', wholeDollars(month.movements.up.amount)),
          figure(month, 'down', wholeDollars(month.movements.down.amount), { kind: 'less' }),
          figure(month, 'voluntary', wholeDollars(month.movements.voluntary.amount), { means: 'Their last monthly price.', kind: 'less' }),
          figure(month, 'card_failure', wholeDollars(month.movements.card_failure.amount), {
            means: 'Their last monthly price.',
            kind: 'less',
          }),
          figure(month, 'members', wholeDollars(month.closing.amount), {
            label: 'End of month',
            means: 'The monthly price of all members.',
            kind: 'sum',
          }),
        ]}
      />
      <MetricSection
        {...shared}
        title="Recovered payments"
        series={[
          { label: 'Recovered', tone: 'go' },
          { label: 'Not recovered', tone: 'stop' },
        ]}
        valuesOf={({ movements: moved }) => [moved.recovered.members, moved.unpaid.members]}
        format={wholeNumber}
        figuresOf={(month) => {
          const { recovered, unpaid } = month.movements;
          return [
            figure(month, 'failed', wholeNumber(recovered.members + unpaid.members)),
            figure(month, 'recovered', wholeNumber(recovered.members)),
            figure(month, 'unpaid', wholeNumber(unpaid.members)),
            figure(month, 'recovered', wholeDollars(recovered.amount), {
              label: 'Recovered amount',
              means: 'The total of these invoices, with tax.',
            }),
            figure(month, 'failed', percent(shareOf(recovered.members, recovered.members + unpaid.members)), {
              label: 'Recovery rate',
              means: 'Rises while Stripe keeps retrying.',
              kind: 'sum',
            }),
          ];
        }}
      />
      <MetricSection
        {...shared}
        title="Washes per member"
        series={[{ label: 'Washes per member', tone: 'water' }]}
        valuesOf={({ washes, present }) => [shareOf(washes, present)]}
        format={oneDecimal}
        figuresOf={(month) => [
          figure(month, 'washes', wholeNumber(month.washes)),
          figure(month, 'washes', wholeNumber(month.present), {
            label: 'Members in the month',
            means: 'Anyone who was a member at any time in the month.',
          }),
          figure(month, 'washes', oneDecimal(shareOf(month.washes, month.present)), {
            label: 'Washes per member',
            means: 'Washes divided by members.',
            kind: 'sum',
          }),
        ]}
      />
    </>
  );
}

const lostShare = ({ opening, movements }: MonthMetrics, kind: 'voluntary' | 'card_failure'): number | null =>
  shareOf(movements[kind].members, opening.members);

const oneDecimal = (value: number | null): string => (value === null ? '–' : value.toFixed(1));

const monthBefore = (month: string): string => {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  return monthNumber === 1 ? `${year - 1}-12` : `${year}-${String(monthNumber - 1).padStart(2, '0')}`;
};
