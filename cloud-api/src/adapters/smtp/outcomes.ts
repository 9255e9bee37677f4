import type { SendOutcome } from '../../ports/messaging.ts';

/** What nodemailer tells of a failure. */
interface MailFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  /** The server said no for good. */
  permanent?: boolean;
}

/** A full mailbox, trouble of the server's or its opinion of us (RFC 3463): the address itself may be good. */
const notTheAddress = /\b5\.(2\.2|3\.\d+|7\.\d+)\b/;

/** What a failed try to hand over an e-mail means. The server's own words are left out: they quote the address. */
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
