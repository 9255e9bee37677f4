import { Button, Modal, Skeleton } from 'antd';
import type { Sale, SaleDetail } from '@washdesk/contracts/sites/sale';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Money } from '../../../domain/money.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { Facts } from './facts.tsx';
import { useSaleQuery } from './isi-api.ts';
import { SaleState } from './sale-state.tsx';
import styles from './isi.module.css';

/** A redeem's tender refers to our own usage id, which means nothing to users. */
const ourUsage = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** One sale with its items, discounts and payments, read by site and number. */
export function SaleDialog({ sale: { SITE, SALEID }, onClose }: { sale: Sale; onClose: () => void }) {
  const call = { params: { site: String(SITE), sale: String(SALEID) } };
  const { data, error, isFetching, refetch } = useSaleQuery(call, { refetchOnMountOrArgChange: true });
  return (
    <Modal open title={`Sale ${SALEID}`} footer={null} onCancel={onClose}>
      {isFetching && (
        <div role="status" aria-label="Loading the sale">
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        </div>
      )}
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {data && !isFetching && <Details sale={data} />}
      <Button type="primary" size="large" block className={styles.done} onClick={onClose}>
        Close
      </Button>
    </Modal>
  );
}

function Details({ sale }: { sale: SaleDetail }) {
  const { CREATED, SITE, SITENAME, TERMINAL, EMPLOYEE, CODE, PLANNAME, TOTAL, TAX, STATUSCODE, ITEMS, DISCOUNTS, TENDERS } = sale;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Site', SITENAME],
    ['Terminal', TERMINAL],
    ['Employee', EMPLOYEE === null ? null : String(EMPLOYEE)],
    ['Plate or tag', CODE],
    ['Plan', PLANNAME],
  ];
  return (
    <>
      <p className={styles.when}>
        <SiteTime seconds={Date.parse(CREATED) / 1_000} site={SITE} /> <SaleState code={STATUSCODE} />
      </p>
      <Facts facts={facts} />
      <Lines
        title="Items"
        lines={ITEMS.map(({ NAME, QTY, AMOUNT }) => ({ words: QTY === 1 ? NAME : `${QTY} × ${NAME}`, cents: AMOUNT }))}
      />
      <Lines
        title="Discounts"
        lines={DISCOUNTS.map(({ DISCOUNT_TYPE, EXTENDED_DESCRIPTION, AMOUNT_SAVED }) => ({
          words: EXTENDED_DESCRIPTION ?? DISCOUNT_TYPE ?? 'Discount',
          cents: -AMOUNT_SAVED,
        }))}
      />
      <Lines
        title="Sum"
        lines={[
          { words: 'Tax', cents: TAX },
          { words: 'Total', cents: TOTAL },
        ]}
      />
      <Lines
        title="Paid by"
        lines={TENDERS.map(({ TENDERTYPE, REFERENCE, AMOUNT }) => ({
          words: REFERENCE && !ourUsage.test(REFERENCE) ? `${TENDERTYPE} (${REFERENCE})` : TENDERTYPE,
          cents: AMOUNT,
        }))}
      />
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly { words: string; cents: number }[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.lines}>
        {lines.map(({ words, cents }, index) => (
          <li key={`${index} ${words}`}>
            <span>{words}</span>
            <Money cents={cents} />
          </li>
        ))}
      </ul>
    </section>
  );
}
