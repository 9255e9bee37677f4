import { Skeleton } from 'antd';

/** Holds the place of a table while it is searched for. */
export function Searching() {
  return (
    <div role="status" aria-label="Searching">
      <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
    </div>
  );
}
