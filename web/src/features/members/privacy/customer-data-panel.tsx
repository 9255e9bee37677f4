import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { CustomerData } from '@washdesk/contracts/members/privacy';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { freshResult } from '../../../lib/idempotent-requests/retry-idempotent.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { useCustomerDataQuery, useLazyExportCustomerDataQuery } from './privacy-api.ts';
import styles from './privacy.module.css';

export function CustomerDataPanel({ id }: { id: string }) {
  const answer = useCustomerDataQuery({ params: { id } });
  return (
    <Loaded what="customer data" failed="Couldn’t load the customer’s data" placeholder={<Searching />} answer={answer}>
      {(data) => <Shown data={data} />}
    </Loaded>
  );
}

function Shown({ data }: { data: CustomerData }) {
  const { customer, name, deleted, tables, sites, obstacles, erasure } = data;
  const [erasing, setErasing] = useState(false);
  const [load, { error, isFetching }] = useLazyExportCustomerDataQuery();
  const save = async (): Promise<void> => {
    const { data: exported } = freshResult(await load({ params: { id: customer } }));
    if (exported) saveFile(`${customer}.json`, JSON.stringify(exported, null, 2), 'application/json');
  };
  return (
    <Section title={name ?? customer}>
      <dl className={styles.facts}>
        <dt>Customer ID</dt>
        <dd>
          <code>{customer}</code>
        </dd>
        <dt>At Stripe</dt>
        <dd>{deleted ? 'Deleted' : 'Active'}</dd>
        <dt>Sitewatch</dt>
        <dd>{sites.map((site) => site.name).join(', ') || 'At no site'}</dd>
        <dt>Stored rows</dt>
        <dd>{tables.map(({ table, rows }) => `${rows} ${table.replaceAll('_', ' ')}`).join(', ') || 'None'}</dd>
      </dl>
      {obstacles.length > 0 && (
        <Alert
          type="info"
          showIcon
          title="This customer can’t be erased yet"
          description={
            <ul className={styles.obstacles}>
              {obstacles.map((obstacle) => (
                <li key={obstacle}>{obstacle}</li>
              ))}
            </ul>
          }
        />
      )}
      {erasure && <Alert type="info" showIcon title="This customer is being erased. The steps are below." />}
      {error && !isFetching && <Failure title="Couldn’t export the data" error={error} />}
      <div className={styles.actions}>
        <Button size="large" loading={isFetching} onClick={() => void save()}>
          Export Data
        </Button>
        <Button danger size="large" disabled={obstacles.length > 0 || erasure !== null} onClick={() => setErasing(true)}>
          Erase Customer
        </Button>
      </div>
      {erasing && <EraseDialog customer={customer} name={name} onClose={() => setErasing(false)} />}
    </Section>
  );
}
