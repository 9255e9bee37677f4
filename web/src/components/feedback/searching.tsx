import { Skeleton } from 'antd';

/** The placeholder of a result table during a search. */
export function Searching() {
  return (
    <div role="status" aria-label="Searching">
      <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
    </div>
  );
}
