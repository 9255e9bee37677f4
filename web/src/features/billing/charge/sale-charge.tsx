import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { Page } from '../../../components/layout/page.tsx';
import { CardPaymentDialog, type Approved } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { needsConfirmation } from '../../../domain/charges/confirm-amount.tsx';
import { saleDone } from '../../../lib/register-context.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { noTerminal, selectWorkplace } from '../../../lib/workplace.ts';
import { ChargeDone } from './charge-done.tsx';
import { ChargePanel } from './charge-panel.tsx';
import type { PaidSale } from './sale-facts.tsx';
import { useBeginAfterPayment } from './use-after-payment.ts';
import { useCharge } from './use-charge.ts';
import type { VisitState } from './visit-state.ts';
import styles from './charge.module.css';

interface SaleChargeProps {
  sale: PaidSale;
  visitState: VisitState;
}

/** One sale, from its amount to its receipt. */
export function SaleCharge({ sale, visitState }: SaleChargeProps) {
  const { amountCents, saleid, customerId } = sale;
  const site = useSession()?.site ?? null;
  const entryMethod = useSelector(selectWorkplace).readerId === noTerminal ? 'form' : 'reader';
  const { chargeResult, look, approve } = useCharge(
    { site, saleid, amountCents, visit: visitState.visit },
    { entryMethod, paidBy: visitState.paidBy },
  );
  const [looking, setLooking] = useState(false);
  const [asking, setAsking] = useState<string | null>(null);
  const [returns, setReturns] = useState(sale.returnToRedeem);
  const beginAfterPayment = useBeginAfterPayment();
  const dispatch = useDispatch();
  const { search } = useLocation();
  const navigate = useNavigate();

  const charge = async (): Promise<void> => {
    setLooking(true);
    const found = await look();
    setLooking(false);
    if (found.kind === 'charged') return;
    beginAfterPayment(found.key);
    setAsking(found.key);
  };
  const updateVisit = (known: Partial<VisitState>): void =>
    void navigate({ search }, { replace: true, state: { ...visitState, ...known } satisfies VisitState });
  const onApproved = (key: string, approved: Approved): void => {
    setAsking(null);
    approve(key, approved);
    if (approved.elsewhere) updateVisit({ paidBy: approved.paymentIntent });
    dispatch(saleDone());
  };

  return (
    <div className={styles.screen}>
      <Page title="Customer Charge">
        {chargeResult ? (
          <ChargeDone key={chargeResult.key} sale={sale} chargeKey={chargeResult.key} approved={chargeResult.approved} returns={returns} />
        ) : (
          <ChargePanel
            sale={sale}
            looking={looking}
            paused={asking !== null}
            returns={returns}
            onReturns={setReturns}
            onAmount={updateVisit}
            onCharge={charge}
          />
        )}
        {asking !== null && (
          <CardPaymentDialog
            title="Charge Card"
            payment={{
              key: asking,
              amount: amountCents,
              originalamount: sale.originalCents,
              ...(visitState.reason && { overridereason: visitState.reason }),
              ...(saleid !== null && { saleid }),
              ...(customerId !== null && { customerId }),
              ...(needsConfirmation(amountCents) && { confirm: true }),
            }}
            onApproved={(approved) => onApproved(asking, approved)}
            onClose={() => setAsking(null)}
          />
        )}
      </Page>
    </div>
  );
}
