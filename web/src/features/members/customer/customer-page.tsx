import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Page } from '../../../components/layout/page.tsx';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { CustomerHead } from './head/customer-head.tsx';
import { CustomerTabs } from './tabs.tsx';
import styles from './customer-page.module.css';

const TimelinePanel = lazy(async () => ({ default: (await import('./timeline/timeline-panel.tsx')).TimelinePanel }));

/**
 * One customer: a summary, and tabs that load separately; on a large screen the timeline is beside them.
 * @param failure why the customer could not be read again
 */
export function CustomerPage({ customer, failure }: { customer: CustomerDetail; failure: ReactNode }) {
  const { hash } = useLocation();
  const isLarge = useMediaQuery('(min-width: 1600px)');
  const hasPanel = isLarge && hash !== '#timeline';
  return (
    <Page wide={isLarge}>
      {failure}
      <CustomerHead customer={customer} />
      <div className={hasPanel ? styles.columns : undefined}>
        <div>
          <CustomerTabs customer={customer} />
        </div>
        {hasPanel && (
          <aside className={styles.panel} aria-label="Recent activity">
            <Suspense fallback={null}>
              <TimelinePanel customer={customer} />
            </Suspense>
          </aside>
        )}
      </div>
    </Page>
  );
}
