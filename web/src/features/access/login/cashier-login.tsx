import { Button } from 'antd';
import { useState } from 'react';
import type { Employee } from '@washdesk/contracts/sites/sitewatch';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useLoginEmployeeMutation } from '../../../lib/session/session-api.ts';
import { useCurrentDeviceQuery } from '../../../lib/startup-api.ts';
import { CodeStep } from './code-step.tsx';
import { ConfirmEmployee } from './confirm-employee.tsx';
import { EmployeeNumber } from './employee-number.tsx';
import { LoginError } from './login-error.tsx';
import { PinPad } from './pin-pad.tsx';
import { mustReplaceSecret, ReplaceSecret } from './replace-secret.tsx';
import { useCodeStep } from './use-code-step.ts';
import styles from './login.module.css';

/**
 * Sign-in by employee number: number, 'is this correct?', and a PIN for users with higher roles (docs/rules/access.md#number-only-sign-in).
 */
export function CashierLogin({ onUseName }: { onUseName: () => void }) {
  const { data } = useCurrentDeviceQuery();
  return data?.device == null ? <NotEnrolled onUseName={onUseName} /> : <Steps />;
}

function Steps() {
  const [employee, setEmployee] = useState<Employee | null>(null);
  const [login, { isLoading, error, reset }] = useLoginEmployeeMutation();
  const [pinInUse, setPinInUse] = useState('');
  const codeStep = useCodeStep();
  if (!employee) return <EmployeeNumber onFound={setEmployee} />;

  const signIn = async (more: { pin?: string; asCashier?: true; code?: string } = {}) => {
    const number = employee.employeeId;
    if (more.pin !== undefined) setPinInUse(more.pin);
    const answer = await login({ body: { employee: number, ...more } });
    if (more.pin !== undefined) codeStep.follow({ employee: number, pin: more.pin }, answer.error);
  };
  const startOver = () => {
    reset();
    codeStep.startOver();
    setEmployee(null);
  };
  const { waiting } = codeStep;
  if (waiting && 'pin' in waiting.credentials) {
    const { pin } = waiting.credentials;
    return <CodeStep waiting={waiting} busy={isLoading} error={error} onCode={(code) => void signIn({ pin, code })} onCancel={startOver} />;
  }
  if (mustReplaceSecret(error)) {
    const owner = { employee: employee.employeeId, pin: pinInUse };
    return <ReplaceSecret owner={owner} error={error} onChanged={(pin) => void signIn({ pin })} onCancel={startOver} />;
  }
  if (asksForPin(error)) {
    return (
      <PinPad
        name={employee.name}
        busy={isLoading}
        wrong={isCallFailure(error) && error.code === 'pin_wrong' ? error : null}
        onPin={(pin) => void signIn({ pin })}
        onCashier={() => void signIn({ asCashier: true })}
        onCancel={startOver}
      />
    );
  }
  return (
    <ConfirmEmployee name={employee.name} busy={isLoading} onYes={() => void signIn()} onNo={startOver}>
      {error && !isLoading && <LoginError error={error} />}
    </ConfirmEmployee>
  );
}

function asksForPin(error: unknown): boolean {
  return isCallFailure(error) && (error.code === 'pin_required' || error.code === 'pin_wrong');
}

function NotEnrolled({ onUseName }: { onUseName: () => void }) {
  return (
    <div className={styles.steps}>
      <p>
        This browser isn’t enrolled, so you can’t sign in with an employee number. Ask an Admin for an enrollment link and open it here, or
        sign in with your username.
      </p>
      <Button size="large" block onClick={onUseName}>
        Use Username and Password
      </Button>
    </div>
  );
}
