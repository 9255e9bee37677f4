import { Navigate, useLocation, Link } from 'react-router-dom';
import { entryMessages, entryRedirect } from '@washdesk/rules/company/entry';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useClaimedTerminal } from '../../../lib/claimed-terminal.ts';
import { paths } from '../../../lib/paths.ts';
import { readSale } from '../../../lib/register-context.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useFlagsQuery, useTerminalLookupQuery } from '../../../lib/startup-api.ts';

/** Entry from a register with a sale: redirects to the sale's screen, or shows what is missing (docs/rules/screens.md#entry). */
export function EntryScreen() {
  const { search } = useLocation();
  const signedIn = useSession() !== null;
  const sale = readSale(search);
  const terminal = useTerminalLookupQuery({ query: { xptUser: useClaimedTerminal() } });
  const flags = useFlagsQuery();

  const failed = [terminal, flags].find(({ isError }) => isError);
  if (isTerminalUnknown(terminal.error)) return <EntryMessage message={entryMessages.terminalUnknown} />;
  if (failed) {
    return (
      <Page>
        <Failure error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    );
  }
  if (!terminal.data || !flags.data) return <PageSkeleton />;

  const redeemInterface = flags.data.some(({ name, value }) => name === 'redeemInterface' && value);
  const next = entryRedirect({ signedIn, amount: sale?.amount ?? null, redeemInterface, query: search });
  return 'go' in next ? <Navigate to={next.go} replace /> : <EntryMessage message={next.message} />;
}

function isTerminalUnknown(error: unknown): boolean {
  return isCallFailure(error) && error.code === 'terminal_unknown';
}

/** Why the register's sale cannot continue. A register closes the window; any other browser gets a link out. */
function EntryMessage({ message }: { message: string }) {
  return (
    <CenterCard title="Can’t open this sale">
      <p role="alert">{message}</p>
      <Link to={paths.search}>Back to Customer Lookup</Link>
    </CenterCard>
  );
}
