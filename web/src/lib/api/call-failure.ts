import { apiError } from '@washdesk/contracts/errors';
import type { ApiError } from '@washdesk/contracts/errors';

/**
 * What went wrong with a call, in the shape of the API's own errors. `status` is null when no answer came: then nobody
 * knows whether a call that changes something did so.
 */
export interface CallFailure extends ApiError {
  status: number | null;
}

const unknownError = 'Unknown Error Occurred';

/** The failure that an answer of the API describes; an answer of somebody else (a proxy's page) has no sentence for people. */
export function failureOfAnswer(status: number, body: unknown): CallFailure {
  const parsed = apiError.safeParse(body);
  return parsed.success ? { ...parsed.data, message: withoutPath(parsed.data), status } : failure(`http_${status}`, '', status);
}

/** The API's message of a field names the field as a program does, 'body.lastName: is missing'; a person reads 'Last name is missing'. */
function withoutPath({ message, problems = [] }: ApiError): string {
  const named = problems.find(({ path }) => message.startsWith(`${path}: `));
  if (named === undefined) return message;
  const words = message.slice(named.path.length + 2);
  const field = named.path.split('.').at(-1) ?? '';
  const label = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[_-]/g, ' ');
  return problemSentence(named.path.includes('.metadata.') ? '' : label.trim(), words);
}

/** What is wrong with a field, as a sentence: contracts word it so that it follows the field's label, other words stand alone. */
export function problemSentence(label: string, words: string): string {
  const follows = label !== '' && /^(?:is|are|has|may|must|should|needs?|cannot)\b/.test(words);
  const sentence = follows ? `${label} ${words}` : words;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export const timedOut = (): CallFailure => failure('timed_out', 'The server did not answer in time', null);
export const unreachable = (): CallFailure => failure('unreachable', 'The server cannot be reached', null);
/** The server answered something that its contract does not allow. */
export const unexpectedAnswer = (): CallFailure => failure('unexpected_answer', '', 200);

/** Whether `error` is the failure of a call; what RTK Query hands to a screen may also be an exception of its own. */
export function isCallFailure(error: unknown): error is CallFailure {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'status' in error;
}

/** The failure's sentence for people; where there is none, 'Unknown Error' or the caller's own words. */
export function messageOf(error: unknown, otherwise: string = unknownError): string {
  return isCallFailure(error) && error.message !== '' ? error.message : otherwise;
}

function failure(code: string, message: string, status: number | null): CallFailure {
  return { code, message, requestId: '', status };
}
