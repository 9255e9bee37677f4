import { Alert, Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { stepUp as stepUpContract, type Approver } from '@washdesk/contracts/access/step-up';
import { forbiddenMessage } from '@washdesk/contracts/errors';
import { Failure } from '../../components/feedback/failure.tsx';
import { CodePad } from '../../components/input/code-pad.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { api } from '../../lib/api/api.ts';
import { isCallFailure } from '../../lib/api/call-failure.ts';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import { fromContract } from '../../lib/api/contract-call.ts';
import { useCurrentDeviceQuery } from '../../lib/startup-api.ts';
import { Money } from '../money.tsx';
import type { ApprovedCall } from './approved-call.ts';
import { PasswordApproval } from './password-approval.tsx';
import { PinApproval } from './pin-approval.tsx';
import styles from './step-up.module.css';

const stepUpApi = api.injectEndpoints({ endpoints: (build) => ({ stepUp: build.mutation(fromContract(stepUpContract)) }) });

const { useStepUpMutation } = stepUpApi;

interface StepUpDialogProps {
  action: ApprovedCall;
  title: string;
  amount: number | null;
  /** Why the user's own roles are not enough. */
  refusal: unknown;
  /** Sends the call with the approval. @returns why it is still rejected, null on success */
  onApproved: (approval: string) => Promise<unknown>;
  /** Called when a field of the dialog has the focus. */
  onReady: () => void;
  onGiveUp: () => void;
}

/** Signs a manager in for one operation: by employee number and PIN on an enrolled device, otherwise by username and password. */
export function StepUpDialog({ action, title, amount, refusal, onApproved, onReady, onGiveUp }: StepUpDialogProps) {
  const { data: here, isLoading } = useCurrentDeviceQuery();
  const [byName, setByName] = useState(false);
  const steps = useRef<HTMLDivElement>(null);
  const { refused, busy, codeOf, approve, forgetRefusal } = useApproving(action, onApproved);
  const enrolled = Boolean(here?.device);
  const signInOtherwise = () => {
    forgetRefusal();
    setByName(!byName);
  };
  const Approval = enrolled && !byName ? PinApproval : PasswordApproval;
  return (
    <Modal
      open
      title="Manager approval"
      width={420}
      centered
      footer={null}
      mask={{ closable: false }}
      // A dialog below has the focus until this one is open.
      afterOpenChange={(open) => {
        if (open) steps.current?.querySelector('input')?.focus();
      }}
      onCancel={() => {
        if (!busy) onGiveUp();
      }}
    >
      <div
        ref={steps}
        className={styles.steps}
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) onReady();
        }}
      >
        <div className={styles.action}>
          <span>{title}</span>
          {amount !== null && <Money cents={amount} />}
        </div>
        {reasonOf(refusal) && <Alert type="warning" showIcon title={reasonOf(refusal)} />}
        <p>{`This needs the approval of ${approverOf(refusal)}. Their sign-in approves this action only, one time.`}</p>
        {codeOf && (
          <>
            <p>Enter the 6-digit code from the manager’s authenticator app.</p>
            <CodePad label="Manager's one-time code" busy={busy} wrong={refused} onCode={(code) => approve({ ...codeOf, code })} />
          </>
        )}
        {!codeOf && !isLoading && <Approval busy={busy} onApprove={approve} />}
        {!codeOf && refused !== null && !busy && <Failure error={refused} />}
        {codeOf && (
          <Button type="link" disabled={busy} onClick={forgetRefusal}>
            Use a Different Approver
          </Button>
        )}
        {enrolled && !codeOf && (
          <Button type="link" disabled={busy} onClick={signInOtherwise}>
            {byName ? 'Use Employee Number and PIN' : 'Use Username and Password'}
          </Button>
        )}
        <Button size="large" block disabled={busy} onClick={onGiveUp} aria-keyshortcuts="Escape">
          Cancel
          <KeyHint>Esc</KeyHint>
        </Button>
      </div>
    </Modal>
  );
}

const knownDetails = z.object({ role: z.string() });

/** Returns the role that a rejection asks for, in words. */
function approverOf(refusal: unknown): string {
  const role = isCallFailure(refusal) ? knownDetails.safeParse(refusal.details).data?.role : undefined;
  return role === undefined ? 'a manager' : `${role} or above`;
}

/** Returns why the call was rejected, if the API gave a reason of its own. */
const reasonOf = (refusal: unknown): string | null =>
  isCallFailure(refusal) && refusal.message !== '' && refusal.message !== forbiddenMessage ? refusal.message : null;

const stillRefused = (name: string, refusal: CallFailure): string =>
  [`${name} can’t approve this either`, reasonOf(refusal)].filter(Boolean).join('. ');

const isForbidden = (error: unknown): error is CallFailure => isCallFailure(error) && error.code === 'forbidden';

const asksForCode = (error: unknown): boolean => isCallFailure(error) && (error.code === 'code_required' || error.code === 'code_wrong');

/** A request for the code is not an error. */
const withoutAsking = (error: unknown): unknown => (isCallFailure(error) && error.code === 'code_required' ? null : error);

function useApproving(action: ApprovedCall, onApproved: StepUpDialogProps['onApproved']) {
  const [stepUp] = useStepUpMutation();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  /** The approver with a correct PIN or password who must enter a one-time code. */
  const [codeOf, setCodeOf] = useState<Approver | null>(null);
  const approve = async (approver: Approver) => {
    setBusy(true);
    const { data, error } = await stepUp({ body: { action, approver } });
    const refusal = data ? await onApproved(data.approval) : withoutAsking(error);
    if (asksForCode(error)) setCodeOf(approver);
    else if (data) setCodeOf(null);
    setRefused(data && isForbidden(refusal) ? { ...refusal, message: stillRefused(data.approver.name, refusal) } : refusal);
    setBusy(false);
  };
  const forgetRefusal = () => {
    setRefused(null);
    setCodeOf(null);
  };
  return { refused, busy, codeOf, approve: (approver: Approver) => void approve(approver), forgetRefusal };
}
