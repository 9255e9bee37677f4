import type { TableColumnsType } from 'antd';
import type { TdHTMLAttributes } from 'react';
import styles from './row-cards.module.css';

/** Returns the properties of an antd table whose rows are cards on a phone, each cell after its column's title. */
export function rowCards<Row>(columns: TableColumnsType<Row>): { className: string | undefined; columns: TableColumnsType<Row> } {
  return { className: styles.cards, columns: columns.map(labelled) };
}

/**
 * A column whose title is not text, such as one for screen readers only, has no label before its value. A row's actions stay visible if the
 * table is wider than the screen.
 */
function labelled<Row>(column: TableColumnsType<Row>[number]): TableColumnsType<Row>[number] {
  const label = typeof column.title === 'string' ? column.title : '';
  const cell: TdHTMLAttributes<HTMLElement> & { 'data-label': string } = { 'data-label': label };
  return { ...column, ...(column.key === 'actions' && { fixed: 'end' }), onCell: () => cell };
}
