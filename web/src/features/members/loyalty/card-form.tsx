import { Alert, Button } from 'antd';
import { z } from 'zod';
import { isTheCardNumber } from '@washdesk/rules/customers/customer-entry';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useKeyedRequest } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useCardOfCustomerQuery, useHolderOfCardMutation, useLinkCardMutation } from './link-up-api.ts';
import styles from './link-up.module.css';

interface CardFormProps {
  /** The name is null if only the id is known. */
  customer: { id: string; name: string | null };
}

const typed = z.object({
  number: z.string().trim().refine(isTheCardNumber, 'Enter 62989223, then 1, 2 or 3, then 9 digits'),
});

/** Replaces one customer's card. */
export function CardForm({ customer: { id, name } }: CardFormProps) {
  const { data: held, error: unheld, isLoading, refetch } = useCardOfCustomerQuery({ params: { id }, query: {} });
  const [ask, holder] = useHolderOfCardMutation();
  const [link] = useLinkCardMutation();
  const { state, send, forget } = useKeyedRequest({ kind: 'loyalty-link' });
  const form = useZodForm({
    schema: typed,
    initial: { number: '' },
    failure: state.kind === 'refused' ? state.failure : null,
    fieldNames: { TheCardNumber: 'number' },
    onChange: () => {
      forget();
      holder.reset();
    },
    onSubmit: async ({ number }) => {
      const { data: other } = await ask({ params: { number } });
      if (other && other.customer !== id) return;
      const body = { customer: id, TheCardNumber: number };
      const done = await send(JSON.stringify(body), (idempotencyKey) => link({ body, idempotencyKey }));
      if (!done) return;
      form.reset({ number: '' });
      showToast(`Card ${done.TheCardNumber ?? number} linked to ${name ?? 'the customer'}`);
    },
  });
  const other = holder.data && holder.data.customer !== id ? holder.data : null;
  return (
    <Section title={name ?? 'Customer'}>
      <p>
        <CustomerLink id={id} name="Show the customer" />
      </p>
      {unheld && <Failure error={unheld} onRetry={() => void refetch()} />}
      {held && <p>{held.TheCardNumber === null ? 'No loyalty card yet.' : `Has card ${held.TheCardNumber}. A new card replaces it.`}</p>}
      <form className={styles.card} aria-label="Loyalty card" noValidate onSubmit={form.submit}>
        <TextField
          control={form.control}
          name="number"
          label="Card Number"
          hint="18 digits, on the back of the card"
          inputMode="numeric"
          maxLength={18}
          autoFocus
        />
        {other && (
          <Alert
            type="error"
            showIcon
            title={
              <span>
                This card belongs to{' '}
                <CustomerLink
                  id={other.customer}
                  name={[other.FirstName, other.LastName].filter(Boolean).join(' ') || 'another customer'}
                />
              </span>
            }
          />
        )}
        {state.kind === 'refused' && <Failure title="Couldn’t link the card" error={state.failure} />}
        {state.kind === 'unknown' && <Alert type="warning" showIcon title="No response yet. Link it again to check." />}
        <Button type="primary" size="large" htmlType="submit" loading={isLoading || holder.isLoading || state.kind === 'sending'}>
          Link Card
        </Button>
      </form>
    </Section>
  );
}
