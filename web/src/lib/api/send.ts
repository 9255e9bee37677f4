import { v4 as uuid } from 'uuid';
import { callEnded } from '../connection.ts';
import { serverTimeReader } from '../server-clock.ts';
import { failureOfAnswer, timedOut, unexpectedAnswer, unreachable } from './call-failure.ts';
import type { CallFailure } from './call-failure.ts';
import type { ApiCall } from './contract-call.ts';

export interface Answer {
  data?: unknown;
  error?: CallFailure;
  /** The header `x-api-version`; null if no response arrived. */
  apiVersion: string | null;
}

/** Sends one request under an id of its own. Never throws: a failure is in the returned answer, with that id also if no response arrived. */
export async function send(call: ApiCall, token: string | null, cancelled?: AbortSignal): Promise<Answer> {
  const deadline = AbortSignal.timeout(call.timeoutMs);
  const readServerTime = serverTimeReader();
  const requestId = uuid();
  const identified = ({ error, ...answer }: Answer): Answer =>
    error ? { ...answer, error: { ...error, requestId: error.requestId || requestId } } : answer;
  try {
    const response = await fetch(`/api${call.path}`, {
      method: call.method,
      headers: { ...headersOf(call, token), 'x-request-id': requestId },
      credentials: 'same-origin',
      signal: cancelled ? AbortSignal.any([deadline, cancelled]) : deadline,
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
    callEnded(response.status);
    readServerTime(response.headers.get('x-server-time'));
    return identified(await answerOf(call, response));
  } catch {
    if (!cancelled?.aborted) callEnded(null);
    // fetch rejects the same way for a timeout, a lost connection and a canceled call; the signal tells them apart.
    return identified({ error: deadline.aborted ? timedOut() : unreachable(), apiVersion: null });
  }
}

async function answerOf(call: ApiCall, response: Response): Promise<Answer> {
  const apiVersion = response.headers.get('x-api-version');
  if (response.ok && call.answer === 'image') return { data: await dataUrlOf(response), apiVersion };
  const text = await response.text();
  if (!response.ok) return { error: failureOfAnswer(response.status, json(text)), apiVersion };
  if (call.answer !== 'json') return { data: text, apiVersion };
  const data = json(text);
  return data === undefined ? { error: unexpectedAnswer(), apiVersion } : { data, apiVersion };
}

/** Returns the image as a data URL, because the store holds only JSON. */
async function dataUrlOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return `data:${type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** Returns undefined for text that is not JSON; no JSON text parses to undefined. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const accepted = { json: 'application/json', text: 'text/html, text/plain', csv: 'text/csv', image: 'image/*, application/json' } as const;

function headersOf(call: ApiCall, token: string | null): Record<string, string> {
  return {
    accept: accepted[call.answer],
    ...(call.body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
    ...(call.approval && { 'x-approval': call.approval }),
    ...(call.operationKey && { 'x-operation': call.operationKey }),
  };
}
