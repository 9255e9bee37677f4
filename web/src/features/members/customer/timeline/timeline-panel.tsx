import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Link, useLocation } from 'react-router-dom';
import { Section } from '../../../../components/layout/section.tsx';
import { TimelinePages } from './timeline-pages.tsx';

/** What happened to the customer of late, beside whichever tab is open; its own tab narrows it. */
export function TimelinePanel({ customer: { id } }: { customer: CustomerDetail }) {
  const { search } = useLocation();
  return (
    <Section
      title="Timeline"
      actions={
        <Link to={{ search, hash: 'timeline' }} replace>
          Filter
        </Link>
      }
    >
      <TimelinePages id={id} kinds="" />
    </Section>
  );
}
