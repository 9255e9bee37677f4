import { useCallback, useEffect, useState } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { reportError } from '../lib/report-error.ts';
import { useKiosk } from './kiosk.ts';
import { SigningDesk } from './signing-desk.tsx';
import { readTablet, type Tablet } from './tablet-calls.ts';
import { ChooseTerminal, chosenTerminal, storeTerminal } from './terminal-choice.tsx';
import { useTexts } from './texts/texts.ts';
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
  const { heading, sentence, otherKind } = texts.notEnrolled;
  const why = tablet?.device ? otherKind : sentence;
  const read = useCallback(
    () =>
      readTablet().then(
        (found) => {
          setTablet(found);
          setOffline(false);
        },
        () => setOffline(true),
      ),
    [],
  );
  useEffect(() => void read(), [read]);
  useEffect(() => {
    if (isReady) return undefined;
    const timer = setInterval(() => void read(), retryEveryMs);
    return () => clearInterval(timer);
  }, [isReady, read]);

  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        <LanguageSwitch />
      </div>
      {tablet === null && <Plain heading={texts.title} sentence={isOffline ? texts.offline : texts.starting} />}
      {tablet && !isReady && <Plain heading={heading} sentence={isOffline ? texts.offline : why} />}
      {tablet?.device && isReady && <AtTerminal key={tablet.device.id} tablet={tablet} device={tablet.device} onRefused={read} />}
      {tablet && <Versions tablet={tablet} />}
    </div>
  );
}

interface AtTerminalProps {
  tablet: Tablet;
  device: NonNullable<Tablet['device']>;
  onRefused: () => Promise<void>;
}

/** The enrolled terminal overrides a choice; a tablet without one asks once. */
function AtTerminal({ tablet, device, onRefused }: AtTerminalProps) {
  const [choice, setChoice] = useState(() => (device.terminal === null ? chosenTerminal(device.id) : device));
  if (!choice) {
    const choose = (terminal: string | null): void => {
      const made = { device: device.id, terminal };
      storeTerminal(made);
      setChoice(made);
    };
    return <ChooseTerminal terminals={tablet.terminals} onChoose={choose} />;
  }
  return <SigningDesk terminal={choice.terminal} apiVersion={tablet.versions.api} onRefused={onRefused} />;
}

function Plain({ heading, sentence }: { heading: string; sentence: string }) {
  return (
    <main className={`page narrow ${styles.step} ${styles.idle}`}>
      <StepHeading takesFocus={false}>{heading}</StepHeading>
      <p role="status">{sentence}</p>
    </main>
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
