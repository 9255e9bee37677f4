import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../lib/paths.ts';
import styles from './redeem-link.module.css';

/** What /redeemunlimited is told in the history's state: the code to look up at once. */
const redeemRequest = z.object({ redeem: z.string() });

export const redeemState = (code: string): z.infer<typeof redeemRequest> => ({ redeem: code });

/** Redeems a customer's wash with one press, from wherever the customer is shown. */
export function RedeemLink({ code, name }: { code: string; name: string | null }) {
  return (
    <Link className={styles.link} to={paths.redeem} state={redeemState(code)} aria-label={name ? `Redeem for ${name}` : 'Redeem'}>
      Redeem
    </Link>
  );
}

/** Looks up the code with which the redeem screen was opened, once: a reload does not ask for it again. */
export function useRedeemRequest(lookUp: (code: string) => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const code = redeemRequest.safeParse(state).data?.redeem;
  const take = useEffectEvent((asked: string) => {
    void navigate({ search }, { replace: true, state: null });
    lookUp(asked);
  });
  useEffect(() => {
    if (code === undefined) return undefined;
    const begin = window.setTimeout(() => take(code));
    return () => window.clearTimeout(begin);
  }, [code]);
}
