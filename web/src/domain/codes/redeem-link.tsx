import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../lib/paths.ts';
import styles from './redeem-link.module.css';

/** The history state passed to /redeemunlimited: the code to look up immediately. */
const redeemRequest = z.object({ redeem: z.string() });

export const redeemState = (code: string): z.infer<typeof redeemRequest> => ({ redeem: code });

/** Redeems a customer's wash with one press from any screen. */
export function RedeemLink({ code, name }: { code: string; name: string | null }) {
  return (
    <Link className={styles.link} to={paths.redeem} state={redeemState(code)} aria-label={name ? `Redeem for ${name}` : 'Redeem'}>
      Redeem
    </Link>
  );
}

/** Looks up the code with which the redeem screen was opened, once: a reload does not repeat it. */
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
