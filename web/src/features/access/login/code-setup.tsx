import { Button, QRCode } from 'antd';
import { useEffect, useRef } from 'react';
import type { CodeSetup as Setup, Credentials } from '@washdesk/contracts/access/one-time-code';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CodePad } from '../../../components/input/code-pad.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { useAdoptSessionMutation, useConfirmCodeMutation, useSetUpCodeMutation } from '../../../lib/session/session-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './login.module.css';

interface CodeSetupProps {
  /** The accepted password or PIN. */
  credentials: Credentials;
  onCancel: () => void;
}

/**
 * The first sign-in with one-time codes: QR code and secret, one code to confirm, the recovery codes (docs/rules/access.md#one-time-codes).
 */
export function CodeSetup({ credentials, onCancel }: CodeSetupProps) {
  const [setUp, { data: setup, error }] = useSetUpCodeMutation();
  const [confirm, confirmed] = useConfirmCodeMutation();
  const [adopt] = useAdoptSessionMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void setUp({ body: { credentials } });
  }, [setUp, credentials]);

  if (confirmed.data) {
    const { session, recoveryCodes } = confirmed.data;
    return <RecoveryCodes codes={recoveryCodes} onDone={() => void adopt(session)} />;
  }
  return (
    <div className={styles.steps}>
      {error && <Failure title="Couldn’t set up one-time codes" error={error} />}
      {!setup && !error && <PageSkeleton />}
      {setup && (
        <>
          <SharedSecret setup={setup} />
          <p>3. Enter the 6-digit code from the app.</p>
          <CodePad
            label="One-time code"
            busy={confirmed.isLoading}
            wrong={confirmed.error}
            onCode={(code) => void confirm({ body: { credentials, code } })}
          />
        </>
      )}
      <Button size="large" block disabled={confirmed.isLoading} onClick={onCancel}>
        Start Over
      </Button>
    </div>
  );
}

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function SharedSecret({ setup: { uri, secret } }: { setup: Setup }) {
  return (
    <>
      <p>From now on, you sign in with a code from your phone. You set this up once.</p>
      <p>1. Install an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.</p>
      <p>2. Scan this QR code with the app, or enter the key below.</p>
      <figure className={styles.picture} role="img" aria-label="QR code for the authenticator app. The key below is the same code">
        <div aria-hidden="true">
          <QRCode value={uri} type="svg" size={200} color="var(--paper-ink)" bgColor="var(--paper)" />
        </div>
      </figure>
      <p className={styles.secret}>
        <span className={styles.keyLabel}>Key</span> <code>{inFours(secret)}</code>
      </p>
    </>
  );
}
