import { useEffect } from 'react';
import type { CheckoutResult } from '@washdesk/contracts/billing/checkout';
import { parsePlate } from '@washdesk/rules/codes/plates';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { PlateDrawing } from '../parts/plate-drawing.tsx';
import { forgetSignUp, moveCheckoutToTab } from '../storage.ts';
import { useTexts } from '../texts/texts.ts';
import { useCheckout, type CheckoutView } from '../use-checkout.ts';
import summary from '../parts/order-summary.module.css';
import styles from './complete-step.module.css';

/** After the payment page: what became of the payment, and when the lane opens. */
export function CompleteStep({ session, leave }: { session: string; leave: (address: string) => void }) {
  const checkout = useCheckout(session);
  const { result } = checkout;
  const isPaid = result?.status === 'complete';
  useEffect(() => {
    if (!isPaid) return;
    forgetSignUp();
    moveCheckoutToTab(session);
  }, [isPaid, session]);
  return (
    <>
      <PageHeader brand={useTexts().brand} />
      {result && isPaid ? (
        <main className={`page ${styles.paid}`}>
          <Paid result={result} isAsking={checkout.isAsking} />
        </main>
      ) : (
        <main className="page narrow">
          <Unpaid checkout={checkout} leave={leave} />
        </main>
      )}
    </>
  );
}

function Paid({ result, isAsking }: { result: CheckoutResult; isAsking: boolean }) {
  const { complete } = useTexts();
  const { admitted, customer, plate, site } = result;
  const parts = plate === null ? null : parsePlate(plate);
  const [heading, lead] = admitted
    ? [complete.driveUp, complete.driveUpLead]
    : isAsking
      ? [complete.setUp, complete.setUpLead]
      : [complete.late, complete.lateLead];
  return (
    <>
      <div className={`card ${styles.ticket} ${admitted ? styles.go : ''}`}>
        <StepHeading takesFocus key={heading}>
          {heading}
        </StepHeading>
        {parts && <PlateDrawing plate={parts.characters} state={parts.state} size="large" />}
        <p>{lead}</p>
      </div>
      <section className={`card ${styles.next}`}>
        {customer?.name && <p className={styles.welcome}>{complete.welcome(customer.name)}</p>}
        <Bought result={result} />
        <h2>{complete.next}</h2>
        <ol>
          <li>{complete.steps.lane(site.name)}</li>
          <li>{complete.steps.cashier}</li>
          <li>{complete.steps.bill}</li>
          <li>
            {complete.steps.member} <a href="/member">{complete.manage}</a>
          </li>
        </ol>
      </section>
    </>
  );
}

/** The plan and its amounts. */
function Bought({ result: { plan, plate, paid } }: { result: CheckoutResult }) {
  const { complete, customer } = useTexts();
  const { formats } = useLanguage();
  const { total } = plan;
  const monthly = formats.money(total);
  const rows: [string, string | null][] = [
    [customer.plan, plan.name],
    [customer.plate, plate],
    [complete.paid, paid === null ? null : formats.money(paid)],
    [complete.monthly, total === plan.amount ? monthly : customer.withTax(monthly)],
  ];
  return (
    <dl className={`${summary.amounts} ${styles.bought}`}>
      {rows.map(
        ([term, value]) =>
          value !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Unpaid({ checkout, leave }: { checkout: CheckoutView; leave: (address: string) => void }) {
  const { result, failure, isAsking, again } = checkout;
  // what was typed is still in the tab
  const startAgain = (): void => leave(withoutSession(window.location.href));
  const texts = useTexts();
  const { complete } = texts;
  if (result?.status === 'expired')
    return <Ended heading={complete.expired} lead={complete.expiredLead} action={complete.startAgain} onAct={startAgain} />;
  if (failure?.status === 404)
    return <Ended heading={complete.unknown} lead={complete.unknownLead} action={complete.startAgain} onAct={startAgain} />;
  if (!isAsking && failure)
    return <Ended heading={complete.unreachable} lead={complete.unreachableLead} action={texts.again} onAct={again} />;
  if (!isAsking) return <Ended heading={complete.open} lead={complete.openLead} action={texts.error.back} onAct={startAgain} />;
  return <Verdict kind="wait" takesFocus={false} heading={complete.wait} sentence={failure ? texts.unreachable : complete.waitLead} />;
}

interface EndedProps {
  heading: string;
  lead: string;
  action: string;
  onAct: () => void;
}

function Ended({ heading, lead, action, onAct }: EndedProps) {
  return (
    <Verdict kind="info" takesFocus heading={heading} sentence={lead}>
      <Button onClick={onAct}>{action}</Button>
    </Verdict>
  );
}

function withoutSession(href: string): string {
  const address = new URL(href);
  address.searchParams.delete('session_id');
  return address.href;
}
