import { Skeleton } from 'antd';

/** The placeholder of a table of results while the search runs. */
export function Searching() {
  return (
    <div role="status" aria-label="Searching">
      <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
    </div>
  );
}
