import type { MessageAnswer } from '@washdesk/contracts/members/communication';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { Outcome } from '../../lib/register-bridge/register-bridge.ts';

const sentBy = { sms: 'Sent by text', email: 'Sent by email' } as const;

/** Returns the outcome of a message that a user sends; null while it is being sent. */
export function outcomeOfMessage(
  { failure, unknown }: { failure: CallFailure | null; unknown: boolean },
  answer: MessageAnswer | null,
): Outcome | null {
  if (answer !== null) return { ok: answer.state === 'sent', message: answer.message ?? sentBy[answer.channel ?? 'sms'] };
  if (failure === null) return null;
  const message = failure.message || 'Not sent';
  if (!unknown) return { ok: false, message };
  if (failure.code === 'still_pending') return { ok: false, message: `${message}. It’s retried automatically.` };
  return { ok: false, message: `${message}. It may have been sent. Press again to check. It’s sent only once.` };
}
