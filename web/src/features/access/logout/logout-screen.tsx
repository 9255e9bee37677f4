import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { paths } from '../../../lib/paths.ts';
import { useEndSessionMutation } from '../../../lib/session/session-api.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { readLogoutRequest, type SignInRequest } from '../../../lib/sign-in-request.ts';

/**
 * Ends the session and opens the sign-in screen, which confirms it; the next user starts at '/', or where Switch User was pressed. Only the
 * server can end a session: while it is unreachable the user stays signed in and sees a message.
 */
export function LogoutScreen() {
  const next = readLogoutRequest(useLocation().state);
  const sessionId = useSession()?.sessionId;
  const [endSession, { error, isLoading }] = useEndSessionMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (!sessionId || asked.current) return;
    asked.current = true;
    void endSession({ params: { id: sessionId }, query: { signOut: 'yes' } });
  }, [endSession, sessionId]);

  if (!sessionId) {
    const request: SignInRequest = {
      origin: next?.nextAt ?? paths.home,
      message: next ? 'Signed out. The next person can sign in.' : 'You’re logged out.',
    };
    return <Navigate to={paths.login} state={request} replace />;
  }
  if (!error || isLoading) return <PageSkeleton />;
  return (
    <CenterCard title="You’re still signed in">
      <Failure
        title="Logging out failed"
        error={error}
        onRetry={() => void endSession({ params: { id: sessionId }, query: { signOut: 'yes' } })}
      />
    </CenterCard>
  );
}
