/** How a request for the signed-in person's PIN ended: `approve` if someone else is to approve the call. */
export type PinAnswer = 'entered' | 'approve' | 'canceled';

export interface PinRequest {
  /** Whether someone else may approve the call. */
  approvable: boolean;
  answer: (answer: PinAnswer) => void;
}

type Listener = (request: PinRequest) => void;

let listener: Listener | null = null;
let open: Promise<PinAnswer> | null = null;

/** Registers the dialog that asks for the PIN. @returns a function that removes it */
export function onPinRequest(dialog: Listener): () => void {
  listener = dialog;
  return () => {
    listener = null;
    open = null;
  };
}

/** Asks for the PIN of the signed-in person; calls at the same time share one dialog. */
export function askForPin(approvable: boolean): Promise<PinAnswer> {
  const dialog = listener;
  if (!dialog) return Promise.resolve('canceled');
  open ??= new Promise<PinAnswer>((answer) => dialog({ approvable, answer })).finally(() => (open = null));
  return open;
}
