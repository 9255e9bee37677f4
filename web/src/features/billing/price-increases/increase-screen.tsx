import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { getIncrease, type PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { IncreaseActions } from './increase-actions.tsx';
import { IncreaseMembers } from './increase-members.tsx';
import { IncreaseNoticesSection } from './increase-notices.tsx';
import { increasesPath } from './increase-paths.ts';
import { IncreaseBadge, isAtWork } from './increase-states.tsx';
import { IncreaseProgress, IncreaseSummary, SkippedReasons } from './increase-summary.tsx';
import { usePriceIncreaseQuery } from './price-increases-api.ts';
import styles from './price-increases.module.css';

const workedMs = 2_000;
/** Another person may resume or undo it. */
const openMs = 5_000;

/** /office/increase/:id: the members, amount and progress of a bulk increase. An unknown id redirects to the list. */
export function IncreaseScreen() {
  const { id = '' } = useParams();
  return getIncrease.params.safeParse({ id }).success ? <Increase id={id} /> : <Navigate to={increasesPath} replace />;
}

function Increase({ id }: { id: string }) {
  const [isWorked, setWorked] = useState(false);
  const { site } = useSiteColumns();
  const { data, error, refetch } = usePriceIncreaseQuery({ params: { id } }, { pollingInterval: isWorked ? workedMs : openMs });
  const works = data !== undefined && isAtWork(data.state);
  if (works !== isWorked) setWorked(works);
  const all = <LinkButton to={increasesPath}>All Increases</LinkButton>;
  if (!data && error) {
    return (
      <Page title="Price increase" actions={all}>
        <Failure error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <PageSkeleton />;
  return (
    <Page title={data.name} actions={all}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Section>
        <div className={styles.head}>
          <p className={styles.about}>
            <IncreaseBadge state={data.state} /> <span>{aboutOf(data)}</span>
          </p>
          <IncreaseProgress increase={data} />
          <IncreaseActions increase={data} />
        </div>
      </Section>
      <IncreaseSummary counts={data.counts} />
      <div className={styles.columns}>
        <Section title="Prices" flush>
          <DataTable
            label="Prices"
            rowKey="from"
            columns={[site<Price>(), ...columns]}
            rows={data.prices}
            empty="Nothing found"
            file={`${data.name} prices`}
          />
        </Section>
        <SkippedReasons counts={data.counts} />
      </div>
      {data.state !== 'discarded' && data.state !== 'choosing' && <IncreaseNoticesSection increase={data} />}
      <IncreaseMembers increase={data} />
    </Page>
  );
}

function aboutOf({ effectiveDate, createdBy, signedUpFrom, signedUpBefore, runBy, undoneBy }: PriceIncreaseDetail): string {
  const parts = [
    `Effective ${formatDateUs(effectiveDate)}`,
    signedUpFrom && `signed up from ${formatDateUs(signedUpFrom)}`,
    signedUpBefore && `signed up before ${formatDateUs(signedUpBefore)}`,
    `created by ${createdBy}`,
    runBy && `run by ${runBy}`,
    undoneBy && `undone by ${undoneBy}`,
  ];
  return parts.filter(Boolean).join(', ');
}

type Price = PriceIncreaseDetail['prices'][number];

const columns: Column<Price>[] = [
  { title: 'Plan', dataIndex: 'plan', card: 'title' },
  moneyColumn('Old price', ({ oldAmount }) => oldAmount),
  moneyColumn('New price', ({ newAmount }) => newAmount),
];
