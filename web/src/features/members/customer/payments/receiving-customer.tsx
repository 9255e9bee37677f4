import { Input, Radio } from 'antd';
import { useState } from 'react';
import type { Customer } from '@washdesk/contracts/members/customer';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../../components/feedback/searching.tsx';
import { Field } from '../../../../components/input/field.tsx';
import { vehicleOf } from '../../../../domain/customers/membership.ts';
import { useReceivingCustomersQuery } from './payments-api.ts';
import actionStyles from '../../../../domain/actions/action-dialog.module.css';

interface ReceivingCustomerProps {
  /** The customer who gives: never among the results. */
  from: string;
  chosen: string | null;
  onChoose: (customer: string | null) => void;
}

/** Finds the customer who receives something, as the customer search does. */
export function ReceivingCustomer({ from, chosen, onChoose }: ReceivingCustomerProps) {
  const [term, setTerm] = useState<string | null>(null);
  const search = (typed: string): void => {
    onChoose(null);
    setTerm(typed.trim() === '' ? null : typed.trim());
  };
  return (
    <>
      <Field label="Other customer" hint="Plate, tag, name, phone or email">
        {(control) => (
          <Input.Search
            {...control}
            size="large"
            maxLength={80}
            spellCheck={false}
            enterButton="Search"
            onSearch={(typed, event) => {
              event?.preventDefault();
              search(typed);
            }}
          />
        )}
      </Field>
      {term !== null && <Found key={term} term={term} from={from} chosen={chosen} onChoose={onChoose} />}
    </>
  );
}

function Found({ term, from, chosen, onChoose }: ReceivingCustomerProps & { term: string }) {
  const { data, error, isFetching, refetch } = useReceivingCustomersQuery({ params: { term }, query: {} });
  if (!data) return error && !isFetching ? <Failure error={error} onRetry={() => void refetch()} /> : <Searching />;
  const others = data.customers.filter(({ id, deleted }) => id !== from && !deleted);
  if (others.length === 0) return <NothingFound>No Customers Found</NothingFound>;
  return (
    <>
      <Radio.Group
        className={actionStyles.choices}
        aria-label="Other customer"
        value={chosen}
        onChange={({ target }) => onChoose(target.value as string)}
        options={others.map((one) => ({ value: one.id, label: wordsOf(one) }))}
      />
      {data.next_page !== null && <p role="status">Type more to narrow the list.</p>}
    </>
  );
}

function wordsOf(customer: Customer): string {
  const { plate, tag } = vehicleOf(customer);
  return [customer.name ?? 'No name', plate || tag, customer.phone ?? customer.email].filter(Boolean).join(', ');
}
