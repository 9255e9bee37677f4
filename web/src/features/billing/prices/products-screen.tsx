import { Button } from 'antd';
import { useState } from 'react';
import { editableProductKeys, type Product } from '@washdesk/contracts/billing/catalogue';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useProductsQuery } from './prices-api.ts';
import { ProductDialog } from './product-dialog.tsx';
import { productKeyNames } from './product-keys.ts';
import styles from './prices.module.css';

/** The products on sale, with the six metadata keys that staff may change (docs/rules/company.md#catalog). */
export function ProductsScreen() {
  const { data, error, refetch } = useProductsQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  const product = data?.products.find(({ id }) => id === chosen);
  return (
    <Page title="Product Management" wide>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush>
        <DataTable
          file="products"
          rowKey="id"
          columns={[...facts, actionsOf(setChosen)]}
          rows={data?.products}
          failed={error !== undefined}
          empty="No products in Stripe yet"
        />
      </Section>
      {product && <ProductDialog product={product} onClose={() => setChosen(null)} />}
    </Page>
  );
}

const archived = 'Archived';
const none = 'None';

const facts: Column<Product>[] = [
  {
    title: 'Product',
    dataIndex: 'name',
    value: ({ name, active }) => (active ? name : `${name} (${archived})`),
    render: (name: string, { active }) => (
      <span className={styles.name}>
        <strong>{name}</strong> {!active && <StatusBadge tone="neutral">{archived}</StatusBadge>}
      </span>
    ),
  },
  ...editableProductKeys.map((key) => ({
    title: productKeyNames[key],
    key,
    text: ({ metadata }: Product) => metadata[key] || none,
    render: (_value: unknown, { metadata }: Product) => metadata[key] || <span className={styles.muted}>{none}</span>,
  })),
];

const actionsOf = (onEdit: (id: string) => void): Column<Product> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_value, { id, name }) => (
    <Button aria-label={`Edit ${name}`} onClick={() => onEdit(id)}>
      Edit
    </Button>
  ),
});
