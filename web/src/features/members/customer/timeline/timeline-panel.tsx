import { Link, useLocation } from 'react-router-dom';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Section } from '../../../../components/layout/section.tsx';
import { TimelinePages } from './timeline-pages.tsx';

/** The customer's recent events, beside every tab; the Timeline tab filters them. */
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
