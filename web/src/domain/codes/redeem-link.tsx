import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../lib/paths.ts';
import styles from './redeem-link.module.css';

/** The history state passed to /redeemunlimited: the code to look up immediately, for the customer whom the user chose. */
const redeemRequest = z.object({ redeem: z.object({ code: z.string(), customer: z.string().nullable() }) });
type RedeemRequest = z.infer<typeof redeemRequest>;

export const redeemState = (code: string, customer: string | null): RedeemRequest => ({ redeem: { code, customer } });

interface RedeemLinkProps {
  customer: string;
  code: string;
  name: string | null;
}

/** Redeems this customer's wash with one press from any screen. */
export function RedeemLink({ customer, code, name }: RedeemLinkProps) {
  return (
    <Link className={styles.link} to={paths.redeem} state={redeemState(code, customer)} aria-label={name ? `Redeem for ${name}` : 'Redeem'}>
      Redeem
    </Link>
  );
}

/** Looks up the request with which the redeem screen was opened, once: a reload does not repeat it. */
export function useRedeemRequest(lookUp: (request: RedeemRequest['redeem']) => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const request = redeemRequest.safeParse(state).data?.redeem;
  const take = useEffectEvent(() => {
    if (!request) return;
    void navigate({ search }, { replace: true, state: null });
    lookUp(request);
  });
  const asked = request && `${request.code} ${request.customer}`;
  useEffect(() => {
    if (asked === undefined) return undefined;
    const begin = window.setTimeout(() => take());
    return () => window.clearTimeout(begin);
  }, [asked]);
}
