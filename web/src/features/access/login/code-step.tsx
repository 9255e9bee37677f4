import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { z } from 'zod';
import { TextField } from '../../../components/form/text-field.tsx';
import { CodePad } from '../../../components/input/code-pad.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { LoginError } from './login-error.tsx';
import type { WaitingSignIn } from './use-code-step.ts';
import styles from './login.module.css';

const CodeSetup = lazy(async () => ({ default: (await import('./code-setup.tsx')).CodeSetup }));

interface CodeStepProps {
  waiting: WaitingSignIn;
  busy: boolean;
  /** The error of the last attempt. */
  error: unknown;
  onCode: (code: string) => void;
  onCancel: () => void;
}

/** The step after a correct password or PIN: entering a one-time code, or setting codes up. */
export function CodeStep({ waiting, ...entry }: CodeStepProps) {
  if (waiting.step === 'code') return <CodeEntry {...entry} />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <CodeSetup credentials={waiting.credentials} onCancel={entry.onCancel} />
    </Suspense>
  );
}

function CodeEntry({ busy, error, onCode, onCancel }: Omit<CodeStepProps, 'waiting'>) {
  const [byRecovery, setByRecovery] = useState(false);
  const wrong = isCallFailure(error) && error.code === 'code_required' ? null : error;
  return (
    <div className={styles.steps}>
      {byRecovery ? (
        <RecoveryEntry busy={busy} wrong={wrong} onCode={onCode} />
      ) : (
        <>
          <p>Enter the 6-digit code from your authenticator app.</p>
          <CodePad label="One-time code" busy={busy} wrong={wrong} onCode={onCode} />
        </>
      )}
      <div className={styles.ways}>
        <Button size="large" disabled={busy} onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button size="large" disabled={busy} onClick={onCancel}>
          Start Over
        </Button>
      </div>
    </div>
  );
}

const recovery = z.object({
  code: z.string().regex(/^(\s*[A-Za-z2-7]\s*-?){16}$/, 'A recovery code has 16 letters and digits'),
});

function RecoveryEntry({ busy, wrong, onCode }: { busy: boolean; wrong: unknown; onCode: (code: string) => void }) {
  const { control, submit } = useZodForm({ schema: recovery, initial: { code: '' }, onSubmit: ({ code }) => onCode(code) });
  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      <p>Each recovery code works once. If you have none left, ask an Admin to reset them.</p>
      <TextField
        control={control}
        name="code"
        label="Recovery code"
        placeholder="ABCD-EFGH-IJKL-MNOP"
        autoFocus
        spellCheck={false}
        maxLength={30}
      />
      {wrong != null && !busy && <LoginError error={wrong} />}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        Sign in
      </Button>
    </form>
  );
}
