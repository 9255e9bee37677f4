import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { atLeast, Role, type RoleName } from '@washdesk/rules/company/roles';
import { AfterFirstPaint } from '../../../components/layout/after-first-paint.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import styles from './tabs.module.css';

interface CustomerTab {
  /** The hash of the URL. */
  hash: string;
  title: string;
  /** The lowest role that sees it; any signed-in user if omitted. */
  role?: RoleName;
  content: ComponentType<{ customer: CustomerDetail }>;
}

const part = (load: () => Promise<CustomerTab['content']>): CustomerTab['content'] => lazy(async () => ({ default: await load() }));

/** In display order; each is a separate chunk, loaded when opened. */
const tabs: readonly CustomerTab[] = [
  { hash: 'info', title: 'Customer Info', content: part(async () => (await import('./info/customer-info.tsx')).CustomerInfo) },
  {
    hash: 'plates',
    title: 'Plates And Tags',
    role: 'SalesManager',
    content: part(async () => (await import('./plates/plates-tab.tsx')).PlatesTab),
  },
  { hash: 'discounts', title: 'Discounts', content: part(async () => (await import('./discounts/discounts-tab.tsx')).DiscountsTab) },
  { hash: 'payments', title: 'Payments', content: part(async () => (await import('./payments/payments-tab.tsx')).PaymentsTab) },
  { hash: 'usage', title: 'Usage', content: part(async () => (await import('./usage/usage-tab.tsx')).UsageTab) },
  {
    hash: 'subscriptions',
    title: 'Subscriptions',
    content: part(async () => (await import('./subscriptions/subscriptions-tab.tsx')).SubscriptionsTab),
  },
  { hash: 'timeline', title: 'Timeline', content: part(async () => (await import('./timeline/timeline-tab.tsx')).TimelineTab) },
  { hash: 'notes', title: 'Customer Notes', content: part(async () => (await import('./notes/notes-tab.tsx')).NotesTab) },
  {
    hash: 'disputes',
    title: 'Disputes',
    role: 'SupportCenter',
    content: part(async () => (await import('./disputes/disputes-tab.tsx')).DisputesTab),
  },
  {
    hash: 'access',
    title: 'Access Log',
    role: 'SupportCenter',
    content: part(async () => (await import('./reads/reads-tab.tsx')).ReadsTab),
  },
  { hash: 'tools', title: 'Tools', content: part(async () => (await import('./tools/tools-tab.tsx')).ToolsTab) },
  {
    hash: 'metadata',
    title: 'Metadata Viewer',
    role: 'Admin',
    content: part(async () => (await import('./metadata/metadata-tab.tsx')).MetadataTab),
  },
];

/**
 * The tabs for the user's role. The URL's hash selects one; a tab that the role may not see falls back to the first.
 * @param aside shown beside the tab's content
 */
export function CustomerTabs({ customer, aside }: { customer: CustomerDetail; aside: ReactNode }) {
  const roles = useSession()?.user.roles ?? 0;
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const seen = tabs.filter(({ role }) => role === undefined || atLeast(roles, Role[role]));
  const open = seen.find((tab) => `#${tab.hash}` === hash) ?? seen[0]!;
  const Content = open.content;
  return (
    <ModeTabs
      look="line"
      label="Customer sections"
      modes={Object.fromEntries(seen.map(({ hash: key, title }) => [key, title]))}
      active={open.hash}
      onChange={(key) => void navigate({ search, hash: key }, { replace: true })}
    >
      <div className={aside ? `${styles.content} ${styles.beside}` : styles.content}>
        <div>
          <AfterFirstPaint key={open.hash}>
            <Suspense fallback={<PageSkeleton />}>
              <Content customer={customer} />
            </Suspense>
          </AfterFirstPaint>
        </div>
        {aside}
      </div>
    </ModeTabs>
  );
}
