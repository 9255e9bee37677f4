import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { enterPin } from '@washdesk/contracts/access/auth';
import { Failure } from '../../components/feedback/failure.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { Keypad } from '../../components/input/keypad.tsx';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';
import type { PinAnswer } from '../../lib/api/pin-prompt.ts';
import styles from './step-up.module.css';

const { useEnterPinMutation } = api.injectEndpoints({ endpoints: (build) => ({ enterPin: build.mutation(fromContract(enterPin)) }) });

const pinDigits = { least: 4, most: 8 };

interface PinDialogProps {
  approvable: boolean;
  onReady: () => void;
  onEnd: (answer: PinAnswer) => void;
}

/** The dialog in which the person enters the PIN; `onReady` when its field has the focus. */
export function PinDialog({ approvable, onReady, onEnd }: PinDialogProps) {
  const [pin, setPin] = useState('');
  const [enter, { isLoading, error }] = useEnterPinMutation();
  const steps = useRef<HTMLDivElement>(null);
  const send = async () => {
    setPin('');
    const { data } = await enter({ body: { pin } });
    if (data) onEnd('entered');
  };
  return (
    <Modal
      open
      title="Enter your PIN"
      width={420}
      centered
      footer={null}
      mask={{ closable: false }}
      afterOpenChange={(open) => {
        if (open) steps.current?.querySelector('input')?.focus();
      }}
      onCancel={() => {
        if (!isLoading) onEnd('canceled');
      }}
    >
      <div
        ref={steps}
        className={styles.steps}
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) onReady();
        }}
      >
        <p>Your PIN confirms that it’s you. At this register it counts for a few minutes.</p>
        <Keypad
          label="Your PIN"
          value={pin}
          onChange={setPin}
          onOk={() => void send()}
          minLength={pinDigits.least}
          maxLength={pinDigits.most}
          secret
          busy={isLoading}
        />
        {error !== undefined && !isLoading && <Failure error={error} />}
        {approvable && (
          <Button type="link" disabled={isLoading} onClick={() => onEnd('approve')}>
            Ask for Approval
          </Button>
        )}
        <Button size="large" block disabled={isLoading} onClick={() => onEnd('canceled')} aria-keyshortcuts="Escape">
          Cancel
          <KeyHint>Esc</KeyHint>
        </Button>
      </div>
    </Modal>
  );
}
