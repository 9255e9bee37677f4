import { useLocation } from 'react-router-dom';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { readSale } from '../../../lib/register-context.ts';
import { Facts } from './facts.tsx';

/** /admin/query: the register's query parameters, and how they are parsed (docs/rules/screens.md#sale). */
export function QueryScreen() {
  const { search } = useLocation();
  const given = [...new URLSearchParams(search)];
  const sale = readSale(search);
  return (
    <Page title="Query parameters">
      <Section title="In the URL">
        {given.length === 0 ? (
          'The URL has no query parameters. A register adds customerId, amount, saleid, xptUser and returnToRedeem.'
        ) : (
          <Facts facts={given.map(([name, value]) => ({ label: name, value: value || 'Empty' }))} />
        )}
      </Section>
      {sale && (
        <Section title="Parsed values">
          <Facts
            facts={[
              { label: 'Customer', value: sale.customerId ?? 'None' },
              {
                label: 'Amount',
                value: sale.amountCents === null ? (sale.amount === null ? 'None' : 'Not dollars') : centsToDollars(sale.amountCents),
              },
              { label: 'Sale', value: sale.saleid ?? 'None' },
              { label: 'Terminal', value: sale.xptUser ?? 'None' },
              { label: 'Return to redeem', value: sale.returnToRedeem ? 'Yes' : 'No' },
            ]}
          />
        </Section>
      )}
    </Page>
  );
}
