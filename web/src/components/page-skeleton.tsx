import { Skeleton } from 'antd';
import { Page } from './page.tsx';

/** The placeholder of a screen while it loads. */
export function PageSkeleton() {
  return (
    <Page>
      <div role="status" aria-label="Loading">
        <Skeleton active title={{ width: 240 }} paragraph={{ rows: 6 }} />
      </div>
    </Page>
  );
}
