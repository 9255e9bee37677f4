import { Skeleton } from 'antd';
import { useLayoutEffect } from 'react';
import { holdKeys } from '../lib/held-keys/held-keys.ts';
import { Page } from './page.tsx';

/** The placeholder of a screen while it loads. What is typed meanwhile is kept for the screen. */
export function PageSkeleton() {
  useLayoutEffect(() => holdKeys('keepOutsideFields', null), []);
  return (
    <Page>
      <div role="status" aria-label="Loading">
        <Skeleton active title={{ width: 240 }} paragraph={{ rows: 6 }} />
      </div>
    </Page>
  );
}
