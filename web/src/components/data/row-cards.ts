import type { TableColumnsType } from 'antd';
import type { TdHTMLAttributes } from 'react';
import styles from './row-cards.module.css';

/** Properties of an antd table whose rows are cards on a phone, each cell behind the title of its column. */
export function rowCards<Row>(columns: TableColumnsType<Row>): { className: string | undefined; columns: TableColumnsType<Row> } {
  return { className: styles.cards, columns: columns.map(labelled) };
}

/**
 * A column whose title is no text, such as one that only a screen reader hears, has no words before its value. What can be done about a row
 * stays in sight where the table is wider than the screen.
 */
function labelled<Row>(column: TableColumnsType<Row>[number]): TableColumnsType<Row>[number] {
  const label = typeof column.title === 'string' ? column.title : '';
  const cell: TdHTMLAttributes<HTMLElement> & { 'data-label': string } = { 'data-label': label };
  return { ...column, ...(column.key === 'actions' && { fixed: 'end' }), onCell: () => cell };
}
