import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { customerData } from '@washdesk/contracts/members/privacy';
import { TextField } from '../../../components/form/text-field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { CustomerDataPanel } from './customer-data-panel.tsx';
import { ErasureList } from './erasure-list.tsx';
import styles from './privacy.module.css';

/** /office/customerdata: what is stored about a customer, its export and erasure (docs/rules/privacy.md). */
export function PrivacyScreen() {
  const [query, setQuery] = useSearchParams();
  const customer = query.get('customer') ?? '';
  const form = useZodForm({
    schema: z.object({ id: customerData.params.shape.id }),
    initial: { id: customer },
    onSubmit: ({ id }) => setQuery({ customer: id }),
  });
  return (
    <Page title="Customer data">
      <form className={styles.search} role="search" aria-label="Customer" noValidate onSubmit={form.submit}>
        <TextField
          control={form.control}
          name="id"
          label="Customer ID"
          hint="Or open this page from the customer’s Tools tab"
          maxLength={80}
          spellCheck={false}
          autoFocus={customer === ''}
        />
        <Button type="primary" size="large" htmlType="submit">
          Show Data
        </Button>
      </form>
      {customer !== '' && <CustomerDataPanel key={customer} id={customer} />}
      <ErasureList />
    </Page>
  );
}
