import { Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { enterPin } from '@washdesk/contracts/access/auth';
import { Failure } from '../../components/feedback/failure.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { Keypad } from '../../components/input/keypad.tsx';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';
import { onPinRequest, type PinAnswer, type PinRequest } from '../../lib/api/pin-prompt.ts';
import { holdKeys, holdKeysForNow } from '../../lib/held-keys/held-keys.ts';
import styles from './step-up.module.css';

const { useEnterPinMutation } = api.injectEndpoints({ endpoints: (build) => ({ enterPin: build.mutation(fromContract(enterPin)) }) });

const pinDigits = { least: 4, most: 8 };

/** Asks for the signed-in person's PIN wherever a call needs it (docs/rules/access.md#pin-at-a-device). The screen behind stays unchanged. */
export function PinDialog() {
  const [request, setRequest] = useState<PinRequest | null>(null);
  /** Stops dropping keys. */
  const dropping = useRef<() => void>(() => undefined);
  useEffect(
    () =>
      onPinRequest((asked) => {
        // what is typed from now on may be the PIN: keys are dropped until its field has the focus
        dropping.current = holdKeys('drop');
        setRequest(asked);
      }),
    [],
  );
  if (!request) return null;
  const end = (answer: PinAnswer): void => {
    dropping.current();
    holdKeysForNow('drop');
    setRequest(null);
    request.answer(answer);
  };
  return <OpenPinDialog approvable={request.approvable} onReady={() => dropping.current()} onEnd={end} />;
}

interface OpenPinDialogProps {
  approvable: boolean;
  onReady: () => void;
  onEnd: (answer: PinAnswer) => void;
}

function OpenPinDialog({ approvable, onReady, onEnd }: OpenPinDialogProps) {
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
