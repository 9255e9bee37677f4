import { Alert } from 'antd';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { safeOrigin } from '@washdesk/rules/company/entry';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { initialLoginMode, readSignInRequest, type LoginMode } from '../../../lib/sign-in-request.ts';
import { useCurrentDeviceQuery } from '../../../lib/startup-api.ts';
import { CashierLogin } from './cashier-login.tsx';
import { UserLogin } from './user-login.tsx';
import styles from './login.module.css';

const modes: Readonly<Record<LoginMode, string>> = { user: 'Username and password', cashier: 'Cashier Login' };

/**
 * Sign-in in two modes, with the keypad first at an enrolled device (docs/rules/access.md#sign-in). A signed-in user returns to the
 * previous screen.
 */
export function LoginScreen() {
  const session = useSession();
  const { state, search } = useLocation();
  const request = readSignInRequest(state);
  const origin = safeOrigin(request?.origin ?? `${paths.home}${search}`);
  const { data: current } = useCurrentDeviceQuery();
  const [mode, setMode] = useState<LoginMode>(current?.device ? 'cashier' : initialLoginMode(origin, search));

  if (session && session.sessionId !== request?.refusedSession) return <Navigate to={origin} replace />;
  return (
    <CenterCard title="Sign in">
      {request?.message && <Refusal message={request.message} signedIn={session !== null} />}
      <ModeTabs label="How to sign in" modes={modes} active={mode} onChange={setMode}>
        {mode === 'user' ? <UserLogin /> : <CashierLogin onUseName={() => setMode('user')} />}
      </ModeTabs>
    </CenterCard>
  );
}

/** Why a sign-in is required, with a way back for a signed-in user who only lacks the role. */
function Refusal({ message, signedIn }: { message: string; signedIn: boolean }) {
  const description = signedIn ? (
    <>
      Sign in with an account that has access, or <Link to={paths.home}>go back</Link>.
    </>
  ) : undefined;
  return <Alert className={styles.refusal} type={signedIn ? 'warning' : 'info'} showIcon title={message} description={description} />;
}
