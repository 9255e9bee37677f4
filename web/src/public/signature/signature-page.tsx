import { useCallback, useEffect, useState } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { reportError } from '../lib/report-error.ts';
import { forgetPage, keepPage, useHasNewerPage } from './kept-page.ts';
import { useKiosk } from './kiosk.ts';
import { inOneLine, Message } from './message.tsx';
import { SigningDesk } from './signing-desk.tsx';
import { readTablet, type Tablet } from './tablet-calls.ts';
import { ChooseTerminal, chosenTerminal, storeTerminal } from './terminal-choice.tsx';
import { useTexts } from './texts/texts.ts';
import { storedUnsent } from './unsent.ts';
import styles from './signature.module.css';

const retryEveryMs = 5_000;
/** Of the error boundary, as on every screen. */
const startsAgainAfterMs = 5_000;

/** /signatureSystem: the unattended tablet on which customers sign their agreement (docs/rules/members.md#signature-tablet). */
export function SignaturePage() {
  useKiosk();
  const { broken } = useTexts();
  return (
    <ErrorBoundary texts={broken} onCaught={reportError} reloadsAfterMs={startsAgainAfterMs}>
      <EnrolledTablet />
    </ErrorBoundary>
  );
}

function EnrolledTablet() {
  const texts = useTexts();
  const [tablet, setTablet] = useState<Tablet | null>(null);
  const [isOffline, setOffline] = useState(false);
  const isReady = tablet?.device?.kind === 'tablet';
  const hasNewerPage = useHasNewerPage();
  const { heading, sentence, otherKind } = texts.notEnrolled;
  const why = tablet?.device ? otherKind : sentence;
  const read = useCallback(
    () =>
      readTablet().then(
        (found) => {
          setTablet(found);
          setOffline(false);
          const isTablet = found.device?.kind === 'tablet';
          void (isTablet ? keepPage() : forgetPage()).catch(reportError);
        },
        () => setOffline(true),
      ),
    [],
  );
  useEffect(() => void read(), [read]);
  useEffect(() => {
    if (isReady) return undefined;
    const again = (): void => void read();
    const timer = setInterval(again, retryEveryMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [isReady, read]);

  return (
    <div className={styles.screen}>
      <PageHeader brand={texts.brand} />
      {tablet === null && <Starting isOffline={isOffline} />}
      {tablet && !isReady && (
        <Message kind="info" heading={heading} sentence={isOffline ? inOneLine(texts.offline) : why} takesFocus={false} />
      )}
      {tablet?.device && isReady && (
        <AtTerminal key={tablet.device.id} tablet={tablet} device={tablet.device} hasNewerPage={hasNewerPage} onRefused={read} />
      )}
      {tablet && <Versions tablet={tablet} />}
    </div>
  );
}

interface AtTerminalProps {
  tablet: Tablet;
  device: NonNullable<Tablet['device']>;
  hasNewerPage: boolean;
  onRefused: () => Promise<void>;
}

/** The enrolled terminal overrides a choice; a tablet without one asks once. */
function AtTerminal({ tablet, device, hasNewerPage, onRefused }: AtTerminalProps) {
  const [choice, setChoice] = useState(() => (device.terminal === null ? chosenTerminal(device.id) : device));
  if (!choice) {
    const choose = (terminal: string | null): void => {
      const made = { device: device.id, terminal };
      storeTerminal(made);
      setChoice(made);
    };
    return <ChooseTerminal terminals={tablet.terminals} onChoose={choose} />;
  }
  const { api } = tablet.versions;
  return <SigningDesk terminal={choice.terminal} apiVersion={api} hasNewerPage={hasNewerPage} onRefused={onRefused} />;
}

function Starting({ isOffline }: { isOffline: boolean }) {
  const { title, offline, starting, list } = useTexts();
  const [unsent] = useState(() => storedUnsent().length);
  return (
    <Message {...(isOffline ? { kind: 'info', ...offline } : { kind: 'wait', heading: title, sentence: starting })} takesFocus={false}>
      {isOffline && unsent > 0 && <p>{list.unsent(unsent)}</p>}
    </Message>
  );
}

function Versions({ tablet: { versions, device } }: { tablet: Tablet }) {
  const { footer } = useTexts();
  return (
    <footer className={styles.footer}>
      {device && <span>{device.name}</span>}
      <span>
        {footer.api} {versions.api}
      </span>
      <span>
        {footer.client} {versions.client}
      </span>
    </footer>
  );
}
