import type { SendOutcome } from '../../ports/messaging.ts';

/** The fields of nodemailer's errors. */
interface MailFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  /** Whether the server rejected it permanently. */
  permanent?: boolean;
}

/** A full mailbox, a server fault or its policy against us (RFC 3463): the address itself may be valid. */
const notTheAddress = /\b5\.(2\.2|3\.\d+|7\.\d+)\b/;

/** Returns the outcome of a failed attempt to send an e-mail. Leaves out the server's own text, which quotes the address. */
export function outcomeOf(error: unknown): SendOutcome {
  const { code, command, response = '', responseCode, permanent } = error as MailFailure;
  if (code === 'EAUTH') return { kind: 'unavailable', reason: 'The mail server rejected our credentials' };
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return { kind: 'refused', because: 'bad_address', reason: 'The email address isn’t valid' };
  }
  if (permanent && command === 'RCPT TO' && !notTheAddress.test(response)) {
    return { kind: 'refused', because: 'bad_address', reason: `The mailbox doesn’t exist (${responseCode})` };
  }
  if (permanent) return { kind: 'refused', because: 'other', reason: `The mail server rejected the email (${responseCode})` };
  if (responseCode !== undefined)
    return { kind: 'unavailable', reason: `The mail server can’t accept the email right now (${responseCode})` };
  return { kind: 'unknown', reason: 'The mail server isn’t responding' };
}
