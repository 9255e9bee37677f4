import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import type { Refunded } from '../../../domain/refund/use-refund-request.ts';
import { paths } from '../../../lib/paths.ts';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { saleDone, selectSale, type SaleContext } from '../../../lib/register-context.ts';

interface RefundSale {
  /** The register's sale with an amount below 0; null without one. */
  sale: SaleContext | null;
  /** Cents of it left to refund; null without a sale. */
  left: number | null;
  /** Records a refund. When the whole sale is refunded, the sale is done. */
  refunded: (refund: Refunded) => void;
}

const givenBack = z.object({ saleid: z.string().nullable(), cents: z.int() });
const nothing = { saleid: null, cents: 0 };

/** Returns the register's sale to pay out. It may take several refunds: the amount left survives a reload. */
export function useRefundSale(): RefundSale {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const arrived = useSelector(selectSale);
  const [given, setGiven, clear] = usePersistedState('refund.sale', givenBack, nothing);
  const sale = arrived?.amountCents != null && arrived.amountCents < 0 ? arrived : null;
  const before = given.saleid === sale?.saleid ? given.cents : 0;
  const left = sale ? Math.max(0, -(sale.amountCents ?? 0) - before) : null;

  const refunded = ({ amount, saleid }: Refunded): void => {
    if (!sale || left === null || saleid !== sale.saleid) return;
    if (amount < left) {
      setGiven({ saleid: sale.saleid, cents: before + amount });
      return;
    }
    clear();
    dispatch(saleDone());
    // The URL names the sale too: a reload must not restore it.
    void navigate(paths.refund, { replace: true });
  };
  return { sale, left, refunded };
}
