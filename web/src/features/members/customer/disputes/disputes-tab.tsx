import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Dispute } from '@washdesk/contracts/billing/dispute';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { disputeIsOpen } from '@washdesk/rules/billing/disputes';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { PaymentCard } from '../../../../domain/cards/payment-card.tsx';
import { Money } from '../../../../domain/money.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { serverNow } from '../../../../lib/server-clock.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { disputeActionsOf, disputeReason, disputeStatus, timeForEvidence, type DisputeAction, isWrittenOff } from './dispute-actions.ts';
import { DisputeDialog } from './dispute-dialog.tsx';
import { useCustomerDisputesQuery } from './disputes-api.ts';
import { EvidencePanel } from './evidence-panel.tsx';
import styles from './disputes.module.css';

interface Chosen {
  dispute: Dispute;
  action: DisputeAction;
}

/** Disputes of the customer's charges; collected ones are hidden, written-off ones are apart. */
export function DisputesTab({ customer: { id } }: { customer: CustomerDetail }) {
  const answer = useCustomerDisputesQuery({ params: { id }, query: {} });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  if (chosen?.action === 'evidence') return <EvidencePanel dispute={chosen.dispute} onClose={close} />;
  return (
    <Loaded what="disputes" answer={answer}>
      {({ disputes, counted }) => {
        const shown = disputes.filter(({ metadata }) => !metadata.feesCollected);
        const writtenOff = disputes.filter(isWrittenOff);
        const choose = (dispute: Dispute) => (action: DisputeAction) => setChosen({ dispute, action });
        return (
          <>
            {shown.length + writtenOff.length === 0 && <NothingFound>No Disputes Found</NothingFound>}
            {shown.length > 0 && (
              <Section title={counted > 0 ? `Disputes (${counted} of the last four months)` : 'Disputes'} flush>
                <ul className={styles.disputes} aria-label="Disputes">
                  {shown.map((dispute) => (
                    <DisputeItem key={dispute.id} dispute={dispute} onAction={choose(dispute)} />
                  ))}
                </ul>
              </Section>
            )}
            {writtenOff.length > 0 && (
              <Section title={`Written off (${writtenOff.length})`} flush>
                <ul className={styles.disputes} aria-label="Written-off disputes">
                  {writtenOff.map((dispute) => (
                    <DisputeItem key={dispute.id} dispute={dispute} onAction={choose(dispute)} />
                  ))}
                </ul>
              </Section>
            )}
            {chosen && chosen.action !== 'evidence' && <DisputeDialog dispute={chosen.dispute} action={chosen.action} onClose={close} />}
          </>
        );
      }}
    </Loaded>
  );
}

const labels: Readonly<Record<DisputeAction, string>> = {
  collect: 'Collect Dispute Amount',
  evidence: 'Evidence',
  lost: 'Mark Lost',
  won: 'Mark Won',
  uncollectable: 'Mark as Uncollectable',
  restore: 'Undo Write-Off',
};

function DisputeItem({ dispute, onAction }: { dispute: Dispute; onAction: (action: DisputeAction) => void }) {
  const { id, created, status, amount, reason, payment_method_details: card, charge, evidence_details, metadata } = dispute;
  const roles = useSession()?.user.roles ?? 0;
  const clock = useSiteClock();
  const [now] = useState(serverNow);
  const { tone, words } = disputeStatus(status);
  const due = evidence_details.due_by;
  const first: DisputeAction = disputeIsOpen(status) ? 'evidence' : 'collect';
  return (
    <li className={styles.dispute} aria-label={`Dispute of ${clock.date(created, null)}`}>
      <div className={styles.title}>
        <strong className={styles.amount}>
          <Money cents={amount} />
        </strong>
        <StatusBadge tone={tone}>{words}</StatusBadge>
        {disputeIsOpen(status) && due !== null && (
          <span className={styles.due}>
            {timeForEvidence(due, now)}, {clock.date(due, null)}
          </span>
        )}
      </div>
      <dl className={styles.facts}>
        <Fact label="Opened">{clock.date(created, null)}</Fact>
        <Fact label="Reason">{disputeReason(reason)}</Fact>
        <Fact label="Card">{card?.brand && card.last4 ? <PaymentCard brand={card.brand} last4={card.last4} /> : (card?.type ?? '–')}</Fact>
        <Fact label="Charged">
          {charge.created === null ? '–' : clock.date(charge.created, null)}
          {charge.description && `, ${charge.description}`}
        </Fact>
        <Fact label="Evidence due by">{due === null ? '–' : clock.date(due, null)}</Fact>
        <Fact label="Dispute">
          <span className={styles.id}>{id}</span>
        </Fact>
      </dl>
      {metadata.recoveryCharge !== null && <StatusBadge tone="go">Amount collected</StatusBadge>}
      <div className={styles.actions}>
        {disputeActionsOf(dispute, roles).map((action) => (
          <Button key={action} size="large" type={action === first ? 'primary' : 'default'} onClick={() => onAction(action)}>
            {labels[action]}
          </Button>
        ))}
      </div>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
