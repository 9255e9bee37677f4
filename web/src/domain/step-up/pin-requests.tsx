import { useEffect, useRef, useState } from 'react';
import { onPinRequest, type PinAnswer, type PinRequest } from '../../lib/api/pin-prompt.ts';
import { holdKeys, holdKeysForNow } from '../../lib/held-keys/held-keys.ts';
import type { PinDialog } from './pin-dialog.tsx';

interface Asked {
  request: PinRequest;
  Dialog: typeof PinDialog;
}

/**
 * Asks for the signed-in person's PIN wherever a call needs it (docs/rules/access.md#pin-at-a-device). The screen behind stays unchanged. The
 * dialog is loaded when it is needed: the first load of the app is small.
 */
export function PinRequests() {
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Stops dropping keys. */
  const dropping = useRef<() => void>(() => undefined);
  useEffect(
    () =>
      onPinRequest((request) => {
        // what is typed from now on may be the PIN: keys are dropped until its field has the focus
        const stop = holdKeys('drop');
        dropping.current = stop;
        import('./pin-dialog.tsx').then(
          ({ PinDialog: Dialog }) => setAsked({ request, Dialog }),
          () => {
            stop();
            request.answer('canceled');
          },
        );
      }),
    [],
  );
  if (!asked) return null;
  const { request, Dialog } = asked;
  const end = (answer: PinAnswer): void => {
    dropping.current();
    holdKeysForNow('drop');
    setAsked(null);
    request.answer(answer);
  };
  return <Dialog approvable={request.approvable} onReady={() => dropping.current()} onEnd={end} />;
}
