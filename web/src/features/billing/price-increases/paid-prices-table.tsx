import { Select } from 'antd';
import type { PaidPrice } from '@washdesk/contracts/billing/plans/price-increase';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { countColumn, moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import styles from './price-increases.module.css';

interface PaidPricesTableProps {
  prices: readonly PaidPrice[] | undefined;
  failed: boolean;
  /** From the current price to the new one. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (chosen: Record<string, string>) => void;
}

const unchanged = '';
const noChange = 'No change';
const noTarget = 'No higher price';

/** Each current price with its new one. */
export function PaidPricesTable({ prices, failed, chosen, onChoose }: PaidPricesTableProps) {
  const choose = (from: string, to: string): void => {
    const { [from]: _, ...others } = chosen;
    onChoose(to === unchanged ? others : { ...others, [from]: to });
  };
  const { site } = useSiteColumns();
  const newPrice: Column<PaidPrice> = {
    title: 'New price',
    key: 'new',
    text: ({ price, targets }) => {
      const target = targets.find((one) => one.price === chosen[price]);
      if (target) return (target.amount / 100).toFixed(2);
      return targets.length === 0 ? noTarget : noChange;
    },
    render: (_value, { price, plan, amount, targets }) =>
      targets.length === 0 ? (
        <span className={styles.muted}>{noTarget}</span>
      ) : (
        <Select
          className={styles.target}
          aria-label={`New price of ${plan} at ${centsToDollars(amount)}`}
          value={chosen[price] ?? unchanged}
          options={[
            { value: unchanged, label: noChange },
            ...targets.map((one) => ({
              value: one.price,
              label: `${centsToDollars(one.amount)} (+${centsToDollars(one.amount - amount)})`,
            })),
          ]}
          onChange={(to: string) => choose(price, to)}
        />
      ),
  };
  return (
    <DataTable
      file="paid-prices"
      rowKey="price"
      columns={[site<PaidPrice>(), ...facts, newPrice]}
      rows={prices}
      failed={failed}
      empty="No members pay these prices"
    />
  );
}

const facts: Column<PaidPrice>[] = [
  { title: 'Plan', dataIndex: 'plan', card: 'title' },
  countColumn<PaidPrice>('Members', ({ members }) => members),
  moneyColumn<PaidPrice>('Current price', ({ amount }) => amount),
];
