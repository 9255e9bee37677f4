import type { SendOutcome } from '../../ports/messaging.ts';

/** The parts of a failure that nodemailer reports. */
interface MailFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  /** Whether the server refused for good. */
  permanent?: boolean;
}

/** A full mailbox, a fault of the server or its policy against us (RFC 3463): the address itself may be good. */
const notTheAddress = /\b5\.(2\.2|3\.\d+|7\.\d+)\b/;

/** The outcome of a failed attempt to hand over an e-mail. The server's own words are left out: they quote the address. */
export function outcomeOf(error: unknown): SendOutcome {
  const { code, command, response = '', responseCode, permanent } = error as MailFailure;
  if (code === 'EAUTH') return { kind: 'unavailable', reason: 'The mail server does not take our account' };
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return { kind: 'refused', because: 'bad_address', reason: 'The e-mail address is not valid' };
  }
  if (permanent && command === 'RCPT TO' && !notTheAddress.test(response)) {
    return { kind: 'refused', because: 'bad_address', reason: `The mailbox does not exist (${responseCode})` };
  }
  if (permanent) return { kind: 'refused', because: 'other', reason: `The mail server refuses the e-mail (${responseCode})` };
  if (responseCode !== undefined) return { kind: 'unavailable', reason: `The mail server does not take the e-mail now (${responseCode})` };
  return { kind: 'unknown', reason: 'The mail server does not reply' };
}
