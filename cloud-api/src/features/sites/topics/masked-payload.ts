import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { replyErrorCodes } from '@washdesk/site-protocol/envelope';

/** Never shown, not even in part: they authenticate. */
const secretNames = new Set(['sig', 'lease', 'token', 'ticket', 'secret', 'password', 'pin']);

/** Strings about the agent and its devices, never about a customer. */
const shownNames = new Set(
  `action agent boot cause device done first gate health host id journal kid kind lane level outcome printer reader reason replyTo
   result sentence source state statusCode upTo verb version fault printerName`
    .split(/\s+/u)
    .filter((name) => name !== ''),
);

/** Names whose strings may be about a customer in a reply or an event, but not in a state. */
const shownInStates = new Set(['name', 'terminals', 'code', 'message']);

const hidden = '•••';
const shownEnd = 2;
const plainForms = [/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu, /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/u];

function masked(text: string): string {
  return text.length > 3 * shownEnd ? `${hidden}${text.slice(-shownEnd)}` : hidden;
}

const isPlain = (text: string): boolean => text === '' || plainForms.some((form) => form.test(text));

function valueOf(value: unknown, name: string, isState: boolean): unknown {
  if (secretNames.has(name)) return hidden;
  if (Array.isArray(value)) return value.map((one) => valueOf(one, name, isState));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, valueOf(inner, key, isState)]));
  if (typeof value !== 'string' || isPlain(value)) return value;
  if (shownNames.has(name) || (isState && shownInStates.has(name))) return value;
  if (name === 'code' && (replyErrorCodes as readonly string[]).includes(value)) return value;
  return masked(value);
}

/** The body of a signed command is JSON in JSON. */
function withBody(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || !('body' in message) || typeof message.body !== 'string') return message;
  return { ...message, body: JSON.parse(message.body) as unknown };
}

/**
 * Returns a message of a site as JSON without secrets, and with every string masked that may name or identify a customer.
 * @param topic after the site
 * @throws SyntaxError if it is not JSON
 */
export function maskedPayload(topic: string, payload: Buffer): string {
  const isState = topic.startsWith('state/') || topic === 'lease' || topic === 'ack' || topic === 'roster';
  return redactCardNumbers(JSON.stringify(valueOf(withBody(JSON.parse(payload.toString('utf8'))), '', isState)));
}
