import { useState } from 'react';
import type { z } from 'zod';
import type { customerReceipts } from '@washdesk/contracts/billing/receipt';
import { emailReceipt, textReceipt, type MessageAnswer } from '@washdesk/contracts/members/communication';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { toE164 } from '@washdesk/rules/customers/phones';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { outcomeOfMessage } from '../../../../domain/messages/outcome-of-message.ts';
import { usePrintReceipt } from '../../../../domain/receipt-printing/use-print-receipt.ts';
import type { Outcome } from '../../../../lib/register-bridge/register-bridge.ts';
import { useEmailReceiptMutation, useTextReceiptMutation } from './tools-api.ts';

export type Receipt = z.output<typeof customerReceipts.response>['receipts'][number];

type ReceiptAction = 'print' | 'text' | 'email';

export interface ReceiptActions {
  execute: (action: ReceiptAction, receipt: Receipt) => void;
  /** The last press; null before the first. */
  last: { receipt: string; action: ReceiptAction } | null;
  /** The outcome of the last press; null while it runs. */
  outcome: Outcome | null;
  busy: boolean;
}

/** Prints a receipt at the register, texts it or emails it; one action at a time. */
export function useReceiptActions(): ReceiptActions {
  const printReceipt = usePrintReceipt();
  const [last, setLast] = useState<ReceiptActions['last']>(null);
  const [printed, setPrinted] = useState<Outcome | null>(null);
  const [answer, setAnswer] = useState<MessageAnswer | null>(null);
  const [sendText] = useTextReceiptMutation();
  const [sendMail] = useEmailReceiptMutation();
  const texting = useOperation(textReceipt, sendText, setAnswer);
  const mailing = useOperation(emailReceipt, sendMail, setAnswer);
  const sending = last?.action === 'text' ? texting : mailing;
  const outcome = last?.action === 'print' ? printed : last && outcomeOfMessage(sending, answer);
  const busy = last !== null && outcome === null;

  const execute: ReceiptActions['execute'] = (action, { id, kind }) => {
    if (busy) return;
    setLast({ receipt: id, action });
    setAnswer(null);
    setPrinted(null);
    if (action === 'print') void printReceipt({ id, kind }).then(setPrinted);
    else void (action === 'text' ? texting : mailing).send({ body: { id } });
  };
  return { execute, last, outcome, busy };
}

/** Returns why the customer cannot be texted; null if they can. */
export function whyNoText({ deleted, phone }: CustomerDetail): string | null {
  if (deleted) return 'The customer has been deleted.';
  if (!phone) return 'The customer has no cell phone number.';
  return toE164(phone) === null ? 'The customer’s phone number can’t receive texts.' : null;
}

/** Returns why the customer cannot be emailed; null if they can. */
export function whyNoEmail({ deleted, email, bademail }: CustomerDetail): string | null {
  if (deleted) return 'The customer has been deleted.';
  if (!email) return 'The customer has no email address.';
  return bademail ? 'Email to this customer bounced.' : null;
}

/** Returns a receipt's title in sentence case, such as 'Plan upgrade'. */
export const titleOf = ({ title }: Receipt): string => title.charAt(0) + title.slice(1).toLowerCase();
