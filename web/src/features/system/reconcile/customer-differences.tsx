import { Alert, Button } from 'antd';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { customerPath, paths } from '../../../lib/paths.ts';
import { DifferenceList } from './difference-list.tsx';
import { useCompareCustomerMutation } from './reconcile-api.ts';
import styles from './reconcile.module.css';

/** The differences of one customer, compared on request. */
export function CustomerDifferences({ customer }: { customer: string }) {
  const [compare, { data, isLoading, isError, error }] = useCompareCustomerMutation();
  return (
    <Page
      title="Reconciliation"
      actions={
        <Button type="primary" loading={isLoading} onClick={() => void compare({ params: { id: customer } })}>
          Compare Now
        </Button>
      }
    >
      <div className={styles.filter}>
        <span>Only the differences of one customer.</span>
        <LinkButton to={customerPath(customer)}>Show Customer</LinkButton>
        <LinkButton to={paths.reconcile}>Show All Differences</LinkButton>
      </div>
      {isError && <Failure title="Couldn’t compare the customer" error={error} />}
      {data && data.notCompared.length > 0 && (
        <Alert type="warning" showIcon title="Not compared" description={<NotCompared sentences={data.notCompared} />} />
      )}
      <DifferenceList
        label="Differences of the customer"
        query={{ customer }}
        empty={data ? 'No differences. All systems that responded agree.' : 'No open differences. Compare Now reads all systems again.'}
      />
      <h2 className={styles.subtitle}>Settled</h2>
      <DifferenceList label="Settled differences of the customer" query={{ customer, state: 'settled' }} empty="Nothing settled yet." />
    </Page>
  );
}

const NotCompared = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className={styles.skipped}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
