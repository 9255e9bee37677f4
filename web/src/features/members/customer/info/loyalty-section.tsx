import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { LoyaltyMemberView } from '@washdesk/contracts/members/loyalty';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { LinkButton } from '../../../../components/navigation/link-button.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { paths } from '../../../../lib/paths.ts';
import { useCustomerLoyaltyCardQuery } from './info-api.ts';
import styles from './customer-info.module.css';

/** The loyalty card's state: registered, accepted at the gates, and its member groups. */
export function LoyaltySection({ customer: { id } }: { customer: CustomerDetail }) {
  const answer = useCustomerLoyaltyCardQuery({ params: { id }, query: {} });
  return (
    <Section
      title="Loyalty Card"
      actions={<LinkButton to={`${paths.loyaltyLinkUp}?customer=${encodeURIComponent(id)}`}>Link a Card</LinkButton>}
    >
      <Loaded what="the loyalty card" failed="Error loading thecard information" answer={answer}>
        {(card) => (
          <ul className={styles.states} aria-label="State of the loyalty card">
            {statesOf(card).map(({ words, isGood }) => (
              <li key={words}>
                <StatusBadge tone={isGood ? 'go' : 'neutral'}>{words}</StatusBadge>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function statesOf({ TheCardNumber: number, linked, groups }: LoyaltyMemberView): { words: string; isGood: boolean }[] {
  const named = groups.filter((group) => group !== 'None');
  return [
    number === null ? { words: 'No card', isGood: false } : { words: `Card ${number}`, isGood: true },
    linked ? { words: 'Linked to gates', isGood: true } : { words: 'Not linked to gates', isGood: false },
    ...(named.length === 0 ? [{ words: 'No groups', isGood: false }] : named.map((words) => ({ words, isGood: true }))),
  ];
}
