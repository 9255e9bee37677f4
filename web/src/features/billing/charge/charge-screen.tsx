import { useSelector } from 'react-redux';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { v4 as uuid } from 'uuid';
import { entryMessages } from '@washdesk/rules/company/entry';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { Money } from '../../../domain/money.tsx';
import { paths } from '../../../lib/paths.ts';
import { readSale, selectSale } from '../../../lib/register-context.ts';
import { saleQuery } from '../../../lib/sale-query.ts';
import { SaleCharge } from './sale-charge.tsx';
import { readVisitState, type VisitState } from './visit-state.ts';

/** /charge: charges the register's sale to a card (docs/rules/billing.md#register-charge). */
export function ChargeScreen() {
  const { pathname, search, state } = useLocation();
  const remembered = useSelector(selectSale);
  const sale = readSale(search);
  const visitState = readVisitState(state);

  if (!sale && remembered) return <Navigate to={{ pathname, search: saleQuery(remembered) }} replace />;
  if (!sale) return <NothingToCharge>No sale is open. Open one at the register.</NothingToCharge>;
  const { amountCents } = sale;
  if (amountCents === null) return <NothingToCharge>{entryMessages.amountMissing}</NothingToCharge>;
  if (amountCents < 0) return <RefundRedirect amountCents={amountCents} search={search} />;
  if (amountCents === 0) return <NothingToCharge>This sale is $0.00. There’s nothing to charge.</NothingToCharge>;
  if (visitState === null) return <Navigate to={{ pathname, search }} state={{ visit: uuid() } satisfies VisitState} replace />;
  const charged = visitState.amountCents ?? amountCents;
  return (
    <SaleCharge key={`${charged} ${search}`} sale={{ ...sale, amountCents: charged, originalCents: amountCents }} visitState={visitState} />
  );
}

function NothingToCharge({ children }: { children: React.ReactNode }) {
  return (
    <CenterCard title="Nothing to charge">
      <p role="alert">{children}</p>
      <Link to={paths.search}>Back to Customer Lookup</Link>
    </CenterCard>
  );
}

function RefundRedirect({ amountCents, search }: { amountCents: number; search: string }) {
  return (
    <CenterCard title="This sale is a refund">
      <p role="alert">
        Its amount is <Money cents={amountCents} />: the customer is due a refund.
      </p>
      <Link to={{ pathname: paths.refund, search }}>Go to refund</Link>
    </CenterCard>
  );
}
