import { Progress } from 'antd';
import type { IncreaseMemberState, PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { dryRunDays, skipReasons } from '@washdesk/rules/plans/bulk-increase';
import { grouped } from '@washdesk/rules/text/counts';
import { Section } from '../../../components/layout/section.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import styles from './price-increases.module.css';

type Counts = PriceIncreaseDetail['counts'];

const countOf = (counts: Counts, ...states: IncreaseMemberState[]): number =>
  counts.filter(({ state }) => states.includes(state)).reduce((sum, { members }) => sum + members, 0);

/** Returns the progress of the running work; null if nothing is running. */
function progressOf({ state, counts, members }: PriceIncreaseDetail): { words: string; done: number; of: number } | null {
  const left = {
    checking: countOf(counts, 'planned'),
    running: countOf(counts, 'checked'),
    undoing: countOf(counts, 'scheduled', 'checked'),
  };
  switch (state) {
    case 'choosing':
      return { words: `${grouped(members)} members selected so far`, done: 0, of: 0 };
    case 'checking':
      return { words: `${grouped(left.checking)} members left to check with Stripe`, done: members - left.checking, of: members };
    case 'running':
    case 'paused': {
      const done = countOf(counts, 'scheduled', 'refused');
      return { words: `${grouped(done)} of ${grouped(done + left.running)} members done`, done, of: done + left.running };
    }
    case 'undoing': {
      const done = countOf(counts, 'undone', 'kept', 'untouched');
      return { words: `${grouped(done)} of ${grouped(done + left.undoing)} members done`, done, of: done + left.undoing };
    }
    default:
      return null;
  }
}

const explanations: Partial<Record<PriceIncreaseDetail['state'], string>> = {
  choosing: 'Selecting members. No prices change yet.',
  draft: 'No prices have changed. The dry run checks each member with Stripe and changes nothing.',
  checking: 'Checking each member with Stripe in the background. Nothing changes.',
  checked: `Every member was checked with Stripe. Run schedules the new prices. The dry run must be no more than ${dryRunDays} days old.`,
  running: 'Scheduling the new prices in the background. You can leave this page.',
  paused: 'Scheduled prices stay in place until you undo them.',
  done: 'The new prices are scheduled. You can undo them until the effective date.',
  undoing: 'Releasing the schedules.',
  undone: 'Schedules that were made are released. Current prices stay.',
  discarded: 'This increase was discarded. No prices changed.',
};

/** How far an increase is. */
export function IncreaseProgress({ increase }: { increase: PriceIncreaseDetail }) {
  const progress = progressOf(increase);
  return (
    <div className={styles.progress} role="status">
      <p>{explanations[increase.state]}</p>
      {progress && progress.of > 0 && (
        <Progress percent={Math.floor((100 * progress.done) / progress.of)} status="normal" aria-label={progress.words} />
      )}
      {progress && <p className={styles.muted}>{progress.words}</p>}
      {increase.state === 'checked' && increase.checked !== null && (
        <p className={styles.muted}>
          Dry run finished <SiteTime seconds={Date.parse(increase.checked) / 1_000} site={null} />
        </p>
      )}
    </div>
  );
}

/** The states of members whose price rises, or rose until it was undone. */
const risingStates: readonly IncreaseMemberState[] = ['planned', 'checked', 'scheduled', 'kept'];

/** The result of the increase: members, exact sums, and skipped members with the reasons. */
export function IncreaseSummary({ counts }: { counts: Counts }) {
  const rising = counts.filter(({ state }) => risingStates.includes(state));
  const sum = (part: 'members' | 'old' | 'new' | 'oldTotal' | 'newTotal'): number => rising.reduce((total, one) => total + one[part], 0);
  const more = sum('newTotal') - sum('oldTotal');
  const facts: [label: string, value: string, small: string][] = [
    [
      'Members affected',
      grouped(sum('members')),
      `${grouped(countOf(counts, 'skipped'))} skipped, ${grouped(countOf(counts, 'refused'))} failed`,
    ],
    ['Current monthly total', centsToDollars(sum('oldTotal')), `${centsToDollars(sum('old'))} before tax`],
    ['New monthly total', centsToDollars(sum('newTotal')), `${centsToDollars(sum('new'))} before tax`],
    ['Monthly increase', centsToDollars(more), `${centsToDollars(sum('new') - sum('old'))} before tax`],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value, small]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            <span className={styles.muted}>{small}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why members are skipped, most frequent first. */
export function SkippedReasons({ counts }: { counts: Counts }) {
  const skipped = counts.filter(({ state }) => state === 'skipped').toSorted((a, b) => b.members - a.members);
  if (skipped.length === 0) return null;
  return (
    <Section title="Skipped" flush>
      <ul className={styles.reasons}>
        {skipped.map(({ reason, members }) => (
          <li key={reason}>
            <span>{reason === null ? 'Other reason' : skipReasons[reason]}</span>
            <strong>{grouped(members)}</strong>
          </li>
        ))}
      </ul>
    </Section>
  );
}
