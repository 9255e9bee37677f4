import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { Failure } from '../../components/feedback/failure.tsx';
import { CenterCard } from '../../components/layout/center-card.tsx';
import { PageSkeleton } from '../../components/layout/page-skeleton.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useClaimedTerminal } from '../../lib/claimed-terminal.ts';
import { useSession } from '../../lib/session/use-session.ts';
import {
  useConfigQuery,
  useCurrentDeviceQuery,
  useFlagsQuery,
  useHostsQuery,
  useLocationsQuery,
  usePromosQuery,
  useSystemMessageQuery,
  useTerminalLookupQuery,
} from '../../lib/startup-api.ts';
import { useRestoredSession } from './use-restored-session.ts';
import styles from './startup.module.css';

/** The poll interval for the system message: a new one replaces the app within a minute. */
const systemMessageEveryMs = 60_000;

/** The startup sequence: nothing is shown before session and configuration are loaded (docs/rules/screens.md#start-up). */
export function Startup({ children }: { children: ReactNode }) {
  const { known, failure, restore } = useRestoredSession();
  const device = useCurrentDeviceQuery();
  const config = useConfigQuery(undefined, { skip: !known });
  const session = useSession();
  const enrolled = device.data?.device != null;
  const message = useSystemMessage(known);
  const [signingIn, setSigningIn] = useState(false);
  const signIn = () => setSigningIn(true);
  useCompanyData(known && (session !== null || enrolled), enrolled);

  if (failure) return <StartupFailure error={failure} onRetry={restore} />;
  if (device.isError && !device.data) return <StartupFailure error={device.error} onRetry={() => void device.refetch()} />;
  if (config.isError && !config.data) return <StartupFailure error={config.error} onRetry={() => void config.refetch()} />;
  if (!known || !device.data || !config.data) return <PageSkeleton />;
  if (message === null) return children;
  const isAdmin = atLeast(session?.user.roles ?? 0, Role.Admin);
  if (!isAdmin && !(session === null && signingIn)) return <NoticePage message={message} onSignIn={session === null ? signIn : null} />;
  return (
    <>
      <p role="status" className={styles.notice}>
        Everyone else sees the notice page: {message}
      </p>
      {children}
    </>
  );
}

/**
 * Loads what an enrolled device or a user may read from the start. Screens read it from the cache; a failed call is reported by the screen
 * that needs it and does not block the others.
 */
function useCompanyData(allowed: boolean, enrolled: boolean): void {
  const options = { skip: !allowed };
  const xptUser = useClaimedTerminal();
  // A browser that is not a device and names no terminal has none.
  useTerminalLookupQuery({ query: { xptUser } }, { skip: !allowed || (!enrolled && xptUser === undefined) });
  useLocationsQuery(undefined, options);
  useHostsQuery(undefined, options);
  usePromosQuery(undefined, options);
  useFlagsQuery(undefined, options);
}

/** Returns the system message. It is public, because the sign-in waits for the same provider. */
function useSystemMessage(known: boolean): string | null {
  const { data } = useSystemMessageQuery(undefined, { skip: !known, pollingInterval: systemMessageEveryMs });
  return data?.message ?? null;
}

function StartupFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page>
      <Failure title="Washdesk couldn’t start" error={error} onRetry={onRetry} />
    </Page>
  );
}

interface NoticePageProps {
  message: string;
  /** Opens the sign-in for an Admin; null for a signed-in user without that role. */
  onSignIn: (() => void) | null;
}

/** Replaces the app while a system message is set; an Admin can still enter (docs/rules/screens.md#notice-page). */
function NoticePage({ message, onSignIn }: NoticePageProps) {
  return (
    <CenterCard title="Stripe is currently having issues">
      <p role="alert">{message}</p>
      <p>This page closes on its own when the message is removed.</p>
      {onSignIn && <Button onClick={onSignIn}>Sign in as an Admin</Button>}
    </CenterCard>
  );
}
