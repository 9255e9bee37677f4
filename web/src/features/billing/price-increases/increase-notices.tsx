import { Alert } from 'antd';
import type { IncreaseNotices, NoticeKind } from '@washdesk/contracts/billing/plans/increase-notice';
import type { PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { counted, grouped } from '@washdesk/rules/text/counts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { IncreaseLetters } from './increase-letters.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { useIncreaseNoticesQuery } from './price-increases-api.ts';
import styles from './price-increases.module.css';

const workedMs = 5_000;

type Counts = IncreaseNotices['counts'];
type Wanted = Partial<Pick<Counts[number], 'kind' | 'state' | 'channel'>>;

const countOf = (counts: Counts, ...wanted: readonly Wanted[]): number =>
  counts
    .filter((one) => wanted.some((want) => Object.entries(want).every(([name, value]) => one[name as keyof Wanted] === value)))
    .reduce((sum, { members }) => sum + members, 0);

/** Formats '09:00' as '9:00 AM'. */
function clockTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  const minute = time.slice(3);
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** How many members were notified of their new price, by channel (docs/rules/billing.md#notices-of-new-prices). */
export function IncreaseNoticesSection({ increase }: { increase: PriceIncreaseDetail }) {
  const { id } = increase;
  const { data, error, isFetching, refetch } = useIncreaseNoticesQuery({ params: { id } }, { pollingInterval: workedMs });
  const counts = data?.counts ?? [];
  return (
    <Section title="Notices">
      <div className={styles.head}>
        {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
        {data && (
          <p className={styles.muted}>
            Notices are sent from {clockTime(data.hours.from)} to {clockTime(data.hours.to)} local time, by text, email or letter, in that
            order. Deadline: <SiteTime seconds={Date.parse(data.tellBy) / 1_000} site={null} />.
          </p>
        )}
        {data && data.late > 0 && (
          <Alert
            type="error"
            showIcon
            title={`${counted(data.late, 'member was', 'members were')} not notified 30 days in advance`}
            description="Their increases are still scheduled. Choose ‘Not notified in time’ below, and release the schedule on each customer’s page."
          />
        )}
        {counts.length > 0 && <NoticeCounts counts={counts} kind="increase" />}
        {countOf(counts, { kind: 'retraction' }) > 0 && <NoticeCounts counts={counts} kind="retraction" />}
        <div className={styles.actions}>
          <IncreaseLetters increase={increase} waiting={countOf(counts, { state: 'letter' })} />
        </div>
        <NoticePreview increase={increase} />
      </div>
    </Section>
  );
}

const titles: Readonly<Record<NoticeKind, string>> = { increase: 'Price increase notices', retraction: 'Withdrawal notices' };

function NoticeCounts({ counts, kind }: { counts: Counts; kind: NoticeKind }) {
  const facts: [label: string, members: number][] = [
    ['Waiting', countOf(counts, { kind, state: 'waiting' }, { kind, state: 'queued' })],
    ['Sent by text', countOf(counts, { kind, state: 'sent', channel: 'sms' })],
    ['Sent by email', countOf(counts, { kind, state: 'sent', channel: 'email' })],
    ['Letters to print', countOf(counts, { kind, state: 'letter' })],
    ['Letters printed', countOf(counts, { kind, state: 'printed' })],
  ];
  return (
    <div>
      <strong>{known(titles, kind, 'Other')}</strong>
      <dl className={styles.counts}>
        {facts.map(([label, members]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{grouped(members)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
