import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { CenterCard } from '../../../components/center-card.tsx';
import { Failure } from '../../../components/failure.tsx';
import { PageSkeleton } from '../../../components/page-skeleton.tsx';
import { paths } from '../../../lib/paths.ts';
import { useEndSessionMutation } from '../../../lib/session/session-api.ts';
import { useSession } from '../../../lib/session/use-session.ts';

/**
 * Ends the session and goes to '/'. Only the server can end it: while it cannot be reached the
 * person is still signed in, and is told so.
 */
export function LogoutScreen() {
  const sessionId = useSession()?.sessionId;
  const [endSession, { error, isLoading }] = useEndSessionMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (!sessionId || asked.current) return;
    asked.current = true;
    void endSession({ params: { id: sessionId }, query: { signOut: 'yes' } });
  }, [endSession, sessionId]);

  if (!sessionId) return <Navigate to={paths.home} replace />;
  if (!error || isLoading) return <PageSkeleton />;
  return (
    <CenterCard title="You are still signed in">
      <Failure
        title="Logging out failed"
        error={error}
        onRetry={() => void endSession({ params: { id: sessionId }, query: { signOut: 'yes' } })}
      />
    </CenterCard>
  );
}
