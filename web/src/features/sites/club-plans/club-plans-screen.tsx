import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { ClubPlanView } from '@washdesk/contracts/sites/club-plan';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { badgeColumn } from '../../../domain/list-columns.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { useExactly, useSession } from '../../../lib/session/use-session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { ClubPlanDialog } from './club-plan-dialog.tsx';
import { useClubPlansQuery } from './club-plans-api.ts';
import styles from './club-plans.module.css';

/** The club plans in the Sitewatch of the session's site (docs/rules/sites.md#club-plans). */
export function ClubPlansScreen() {
  const site = useSession()?.site ?? null;
  const maySave = useExactly('PriceManager');
  const { data, error, refetch } = useClubPlansQuery();
  const [chosen, setChosen] = useState<number | null>(null);
  const plan = data?.clubplans.find(({ objid }) => objid === chosen);
  return (
    <Page
      wide
      title={
        site === null ? (
          'Club Plans'
        ) : (
          <>
            Club Plans of <SiteName site={site} />
          </>
        )
      }
    >
      {site !== null && <p className={styles.intro}>Each site has its own club plans. Changes apply to this site only.</p>}
      {!maySave && (
        <Alert type="info" showIcon title="You can view club plans. Editing them requires the PriceManager role, even for Admins." />
      )}
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush>
        <DataTable
          file="club-plans"
          rowKey="objid"
          columns={maySave ? [...facts, actionsOf(setChosen)] : facts}
          rows={data?.clubplans}
          failed={error !== undefined}
          empty="No club plans in this site’s Sitewatch"
        />
      </Section>
      {plan && maySave && (
        <ClubPlanDialog
          plan={plan}
          onClose={() => setChosen(null)}
          onDone={(words) => {
            showToast(words);
            setChosen(null);
          }}
        />
      )}
    </Page>
  );
}

const stateOf = ({ active }: ClubPlanView): { tone: Tone; words: string } =>
  active ? { tone: 'go', words: 'Active' } : { tone: 'neutral', words: 'Inactive' };

const facts: Column<ClubPlanView>[] = [
  { title: 'Object ID', dataIndex: 'objid', align: 'right' },
  { title: 'Name', dataIndex: 'name', card: 'title' },
  { title: 'Redeem ID', dataIndex: 'redeemId', align: 'right', render: (id: number | null) => id ?? 'None' },
  { title: 'Club access', dataIndex: 'clubaccess', render: (letter: string | null) => letter ?? 'None' },
  { title: 'Billed by Stripe', dataIndex: 'isstripe', render: (is: boolean) => (is ? 'Yes' : 'No') },
  { title: 'Product class', dataIndex: 'productClass', render: (name: string | null) => name ?? 'None' },
  badgeColumn('State', stateOf, { key: 'active' }),
];

const actionsOf = (onEdit: (objid: number) => void): Column<ClubPlanView> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_value, { objid, name }) => (
    <Button aria-label={`Edit ${name}`} onClick={() => onEdit(objid)}>
      Edit
    </Button>
  ),
});
