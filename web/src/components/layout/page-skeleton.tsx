import { Skeleton } from 'antd';
import { useLayoutEffect } from 'react';
import { holdKeys } from '../../lib/held-keys/held-keys.ts';
import { Page } from './page.tsx';

/** Keeps keys and scans for what is loading, as long as it is in the page. Every placeholder of a screen or form has it. */
export function KeysHeld() {
  useLayoutEffect(() => holdKeys('keepOutsideFields', null), []);
  return null;
}

/** The placeholder of a loading screen; its title is not a heading for screen readers. */
export function PageSkeleton() {
  return (
    <Page>
      <KeysHeld />
      <div role="status" aria-label="Loading">
        <div aria-hidden="true">
          <Skeleton active title={{ width: 240 }} paragraph={{ rows: 6 }} />
        </div>
      </div>
    </Page>
  );
}
