import { apiError } from '@washdesk/contracts/errors';
import type { ApiError } from '@washdesk/contracts/errors';
import { capitalized } from '@washdesk/rules/text/capitalized';

/**
 * Why a call failed, in the shape of the API's errors. `status` is null if no response arrived: a call that changes something may or may
 * not have taken effect.
 */
export interface CallFailure extends ApiError {
  status: number | null;
}

const unknownError = 'Unknown Error Occurred';

/** Returns the failure that a response of the API describes. A response from something else (a proxy's page) has no sentence for people. */
export function failureOfAnswer(status: number, body: unknown): CallFailure {
  const parsed = apiError.safeParse(body);
  return parsed.success ? { ...parsed.data, message: withoutPath(parsed.data), status } : failure(`http_${status}`, '', status);
}

/** Returns all problems with labels in place of the program's field names: 'body.lastName: is missing' becomes 'Last name is missing'. */
function withoutPath({ message, problems = [] }: ApiError): string {
  if (!problems.some(({ path }) => message.startsWith(`${path}: `))) return message;
  const sentences = problems.map((problem) => problemSentence(labelOf(problem.path), problem.message));
  return [...new Set(sentences)].join('. ');
}

/** The labels of fields whose names are not words. */
const labels: Readonly<Record<string, string>> = {
  CustomerCode: 'plate',
  SecondaryCode: 'tag',
  TheCardNumber: 'TheCard number',
  postal_code: 'ZIP or postal code',
};

function labelOf(path: string): string {
  const field = path.split('.').at(-1) ?? '';
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[_-]/g, ' ');
  return labels[field] ?? words.trim();
}

/** Returns a field's problem as a sentence. Contracts word it to follow the field's label; other texts are sentences already. */
export function problemSentence(label: string, words: string): string {
  const follows = label !== '' && /^(?:is|are|has|may|must|should|needs?|cannot)\b/.test(words);
  const sentence = follows ? `${label} ${words}` : words;
  return capitalized(sentence);
}

/** The code of a call that was not sent again because a PIN or an approval was canceled, which is not a failure. */
export const approvalCanceled = 'approval_canceled';

export const timedOut = (): CallFailure => failure('timed_out', 'The server took too long to respond', null);
export const unreachable = (): CallFailure => failure('unreachable', 'Can’t reach the server', null);
/** The response does not match its contract. */
export const unexpectedAnswer = (): CallFailure => failure('unexpected_answer', '', 200);

/** Whether `error` is a failed call. RTK Query may also pass an exception of its own. */
export function isCallFailure(error: unknown): error is CallFailure {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'status' in error;
}

/** Returns the failure's sentence for people, or `otherwise` if it has none. */
export function messageOf(error: unknown, otherwise: string = unknownError): string {
  return isCallFailure(error) && error.message !== '' ? error.message : otherwise;
}

function failure(code: string, message: string, status: number | null): CallFailure {
  return { code, message, requestId: '', status };
}
