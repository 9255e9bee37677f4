import { Skeleton } from 'antd';
import { useLayoutEffect } from 'react';
import { holdKeys } from '../../lib/held-keys/held-keys.ts';
import { Page } from './page.tsx';

/** The placeholder of a loading screen; its title is not a heading for screen readers. Typed keys are buffered for the screen. */
export function PageSkeleton() {
  useLayoutEffect(() => holdKeys('keepOutsideFields', null), []);
  return (
    <Page>
      <div role="status" aria-label="Loading">
        <div aria-hidden="true">
          <Skeleton active title={{ width: 240 }} paragraph={{ rows: 6 }} />
        </div>
      </div>
    </Page>
  );
}
