import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerDiscount } from '@washdesk/contracts/members/customer-sitewatch';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { moneyColumn, useSiteColumns } from '../../../../domain/list-columns.tsx';
import { useCustomerDiscountsQuery } from '../customer-screen-api.ts';
import { SitesMissing } from '../sites-missing.tsx';
import styles from '../sites-tab.module.css';

const siteOf = ({ SITE }: CustomerDiscount): number => SITE;
const secondsOf = ({ TRANSACTION_DATE: at }: CustomerDiscount): number | null => (at === null ? null : Date.parse(at) / 1_000);

const columns: Column<CustomerDiscount>[] = [
  { title: 'Source System', dataIndex: 'SOURCE_SYSTEM' },
  { title: 'Discount Type', dataIndex: 'DISCOUNT_TYPE' },
  moneyColumn('Amount Saved', ({ AMOUNT_SAVED }) => AMOUNT_SAVED),
  { title: 'Description', dataIndex: 'EXTENDED_DESCRIPTION' },
];

/** The customer's discounts at the sites, newest first. */
export function DiscountsTab({ customer: { id } }: { customer: CustomerDetail }) {
  const answer = useCustomerDiscountsQuery({ params: { id }, query: {} });
  const { siteBy, time } = useSiteColumns();
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
                columns={[time<CustomerDiscount>('Transaction Date', secondsOf, { siteOf }), siteBy(siteOf), ...columns]}
                rowKey={({ SITE, TRANSACTION_DATE, DISCOUNT_TYPE, AMOUNT_SAVED, EXTENDED_DESCRIPTION }) =>
                  [SITE, TRANSACTION_DATE, DISCOUNT_TYPE, AMOUNT_SAVED, EXTENDED_DESCRIPTION].join(' ')
                }
                rows={discounts}
                file="discounts"
                empty="Nothing found"
              />
            </Section>
          )}
        </div>
      )}
    </Loaded>
  );
}
