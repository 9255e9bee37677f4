import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { paths } from '../../../lib/paths.ts';
import { useEndSessionMutation } from '../../../lib/session/session-api.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { readLogoutRequest, type SignInRequest } from '../../../lib/sign-in-request.ts';

/**
 * Ends the session and goes to the sign-in, which says so; the next person goes on at '/', or where Switch User was pressed. Only the server
 * can end a session: while it cannot be reached the person is still signed in, and is told so.
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
