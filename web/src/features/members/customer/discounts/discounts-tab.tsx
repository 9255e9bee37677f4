import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerDiscount } from '@washdesk/contracts/members/customer-sitewatch';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { Money } from '../../../../domain/money.tsx';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../../domain/sites/site-time.tsx';
import { useCustomerDiscountsQuery } from '../customer-screen-api.ts';
import { SitesMissing } from '../sites-missing.tsx';
import styles from '../sites-tab.module.css';

const columns: Column<CustomerDiscount>[] = [
  {
    title: 'Transaction Date',
    key: 'at',

    render: (_, { TRANSACTION_DATE: at, SITE }) => at !== null && <SiteTime seconds={Date.parse(at) / 1_000} site={SITE} />,
  },
  { title: 'Site', key: 'site', render: (_, { SITE }) => <SiteName site={SITE} /> },
  { title: 'Source System', dataIndex: 'SOURCE_SYSTEM' },
  { title: 'Discount Type', dataIndex: 'DISCOUNT_TYPE' },
  { title: 'Amount Saved', key: 'saved', align: 'right', render: (_, { AMOUNT_SAVED }) => <Money cents={AMOUNT_SAVED} /> },
  { title: 'Description', dataIndex: 'EXTENDED_DESCRIPTION' },
];

/** The customer's discounts at the sites, newest first. */
export function DiscountsTab({ customer: { id } }: { customer: CustomerDetail }) {
  const answer = useCustomerDiscountsQuery({ params: { id }, query: {} });
  return (
    <Loaded what="discounts" answer={answer}>
      {({ discounts, missing, count }) => (
        <div className={styles.tab}>
          <SitesMissing missing={missing} />
          {count === 0 ? (
            <NothingFound>No Discounts Found</NothingFound>
          ) : (
            <Section flush>
              <DataTable
                columns={columns}
                rowKey={({ SITE, TRANSACTION_DATE, DISCOUNT_TYPE, AMOUNT_SAVED, EXTENDED_DESCRIPTION }) =>
                  [SITE, TRANSACTION_DATE, DISCOUNT_TYPE, AMOUNT_SAVED, EXTENDED_DESCRIPTION].join(' ')
                }
                rows={discounts}
                empty="Nothing found"
              />
            </Section>
          )}
        </div>
      )}
    </Loaded>
  );
}
