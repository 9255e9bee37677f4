import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import type { Customer } from '@washdesk/contracts/members/customer';
import { searchCustomers } from '@washdesk/contracts/members/customer';
import { searchValueMissing } from '@washdesk/rules/customers/search-term';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { currentSubscription, planName, vehicleOf } from '../../../domain/customers/membership.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { CardForm } from './card-form.tsx';
import { useCustomersToLinkQuery } from './link-up-api.ts';
import styles from './link-up.module.css';

/** Names the customer to link. `customerId` is taken by a register's sale. */
const customerParameter = 'customer';
const typed = z.object({ term: z.string().regex(/\S/, searchValueMissing) }).pipe(z.object({ term: searchCustomers.params.shape.term }));

/** /loyaltylinkup: assigns a loyalty card to a customer (docs/rules/members.md#loyalty-link-up). */
export function LinkUpScreen() {
  const [query] = useSearchParams();
  const [term, setTerm] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ id: string; name: string | null } | null>(() => {
    const id = query.get(customerParameter);
    return id ? { id, name: null } : null;
  });
  const form = useZodForm({
    schema: typed,
    initial: { term: '' },
    onSubmit: (found) => {
      setTerm(found.term);
      setChosen(null);
    },
  });
  return (
    <Page title="Loyalty link-up">
      <form className={styles.search} role="search" aria-label="Customers" noValidate onSubmit={form.submit}>
        <TextField
          control={form.control}
          name="term"
          label="Customer"
          hint="Plate, tag, name, phone or email"
          maxLength={80}
          spellCheck={false}
          autoFocus
        />
        <Button size="large" type={chosen ? 'default' : 'primary'} htmlType="submit">
          Search
        </Button>
      </form>
      {chosen ? <CardForm key={chosen.id} customer={chosen} /> : term !== null && <Found key={term} term={term} onChoose={setChosen} />}
    </Page>
  );
}

interface FoundProps {
  term: string;
  onChoose: (customer: { id: string; name: string | null }) => void;
}

const facts: ScreenColumn<Customer>[] = [
  { title: 'Customer', key: 'name', render: (_, { id, name }) => <CustomerLink id={id} name={name} /> },
  { title: 'Plate or tag', key: 'code', render: (_, customer) => <Code customer={customer} /> },
  { title: 'Plan', key: 'plan', render: (_, customer) => planName(currentSubscription(customer)) },
];

function Found({ term, onChoose }: FoundProps) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useCustomersToLinkQuery(
    { params: { term }, query: { page: pages.cursor } },
    { refetchOnMountOrArgChange: true },
  );
  const failure = error != null && !isFetching && <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return failure || <Searching />;
  if (data.count === 0) return <NothingFound>No Customers Found</NothingFound>;
  const choose: ScreenColumn<Customer> = {
    title: 'Actions',
    key: 'actions',
    align: 'right',
    render: (_, { id, name, deleted }) => (
      <Button disabled={deleted} aria-label={`Choose ${name ?? 'No name'}`} onClick={() => onChoose({ id, name })}>
        Choose
      </Button>
    ),
  };
  return (
    <>
      {failure}
      <Section title="Customers" flush>
        <DataTable rowKey="id" columns={[...facts, choose]} rows={data.customers} busy={isFetching} empty="Nothing found" file={null} />
      </Section>
      <ResultPages size={10} pages={pages} next={data.next_page} busy={isFetching} />
    </>
  );
}

function Code({ customer }: { customer: Customer }) {
  const { plate, tag } = vehicleOf(customer);
  const code = plate || tag;
  return code ? <VehicleCode code={code} /> : null;
}
