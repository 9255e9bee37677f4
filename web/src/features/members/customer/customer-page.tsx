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
 * One customer: a summary, and tabs that load separately. The timeline is beside the first tab, and beside all on a large screen.
 * @param failure why the customer could not be read again
 */
export function CustomerPage({ customer, failure }: { customer: CustomerDetail; failure: ReactNode }) {
  const { hash } = useLocation();
  const isLarge = useMediaQuery('(min-width: 1600px)');
  const hasRoom = useMediaQuery('(min-width: 1000px)');
  // lists need the full width of a smaller screen
  const isOverview = hash === '' || hash === '#info';
  const hasPanel = hash !== '#timeline' && (isLarge || (hasRoom && isOverview));
  const panel = hasPanel && (
    <aside className={styles.panel} aria-label="Recent activity">
      <Suspense fallback={null}>
        <TimelinePanel customer={customer} />
      </Suspense>
    </aside>
  );
  return (
    <Page wide={isLarge}>
      {failure}
      <CustomerHead customer={customer} />
      <CustomerTabs customer={customer} aside={panel} />
    </Page>
  );
}
