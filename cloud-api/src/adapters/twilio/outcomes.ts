import type { RefusedBecause, SendOutcome } from '../../ports/messaging.ts';
import { TwilioRefused } from './wire.ts';

/** Twilio's error codes, with texts that contain no phone number: its own messages quote it. */
const refusals: Readonly<Record<number, [RefusedBecause, string]>> = {
  21211: ['bad_address', 'The phone number isn’t valid'],
  21217: ['bad_address', 'The phone number isn’t valid'],
  21265: ['bad_address', 'The phone number can’t receive texts'],
  21408: ['other', 'Texts to this country aren’t allowed'],
  21610: ['opted_out', 'The customer opted out of texts'],
  21612: ['bad_address', 'The phone number is unreachable'],
  21614: ['bad_address', 'The phone number can’t receive texts'],
  21617: ['other', 'The text is too long'],
  21635: ['bad_address', 'The phone number is a landline'],
};

/** Errors that occur before a connection exists, so nothing was sent. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

const noReply = 'The text message provider isn’t responding';

function causeCode(error: unknown): string | null {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : null;
}

/** Returns the outcome of a failed send. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof TwilioRefused)) {
    return { kind: neverConnected.includes(causeCode(error) ?? '') ? 'unavailable' : 'unknown', reason: noReply };
  }
  const { status, code } = error;
  if (status >= 500) return { kind: 'unknown', reason: `The text message provider returned an error (${status})` };
  if (status === 429) return { kind: 'unavailable', reason: 'The text message provider is busy' };
  if (status === 401 || status === 403) return { kind: 'unavailable', reason: 'The text message provider rejected our credentials' };
  const [because, reason] = refusals[code ?? 0] ?? ['other', `The text message provider rejected the message (${code ?? status})`];
  return { kind: 'refused', because, reason };
}
