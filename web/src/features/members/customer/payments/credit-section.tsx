import { Button } from 'antd';
import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Section } from '../../../../components/layout/section.tsx';
import { Money } from '../../../../domain/money.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useCustomerCreditQuery } from './payments-api.ts';
import { SettleCreditDialog } from './settle-credit-dialog.tsx';
import styles from './payments.module.css';

/** The customer's balance and the amounts that wait for an invoice. Renders nothing without any, or while Stripe can’t be asked. */
export function CreditSection({ customer: { id, deleted } }: { customer: CustomerDetail }) {
  const { data } = useCustomerCreditQuery({ params: { id } }, { skip: deleted });
  const clock = useSiteClock();
  const [settling, setSettling] = useState(false);
  const needed = useAtLeast('SalesManager') ? '' : ' (needs approval)';
  if (!data || (data.balance === 0 && data.waiting.length === 0)) return null;
  const settle = <Button onClick={() => setSettling(true)}>{`Pay Out or Move${needed}`}</Button>;
  return (
    <Section title="Credit" actions={data.available > 0 && settle}>
      <dl className={styles.invoice}>
        {data.balance !== 0 && (
          <div>
            <dt>{data.balance < 0 ? 'Credit for the next bills' : 'Added to the next bill'}</dt>
            <dd>
              <Money cents={Math.abs(data.balance)} />
            </dd>
          </div>
        )}
        {data.waiting.map(({ id: item, description, amount, tax, date, stranded }) => (
          <div key={item}>
            <dt>{`${description ?? 'Earlier change'} (${clock.date(date, null)}): ${stranded ? 'no bill will include it' : 'on the next bill'}`}</dt>
            <dd>
              <Money cents={amount + tax} />
            </dd>
          </div>
        ))}
      </dl>
      {settling && <SettleCreditDialog customer={id} credit={data} onClose={() => setSettling(false)} />}
    </Section>
  );
}
