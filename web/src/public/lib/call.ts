import type { z } from 'zod';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { ApiError, Problem } from '@washdesk/contracts/errors';

/** A contract's path with its parameters filled in. */
type Filled<Path extends string> = Path extends `${infer Start}{${string}}${infer Rest}` ? `${Start}${string}${Filled<Rest>}` : Path;

type Query = Record<string, string | number | undefined>;
type Body<E extends Endpoint> = E['body'] extends z.ZodType ? { body: z.input<E['body']> } : { body?: undefined };
type Key<E extends Endpoint> = E extends { idempotency: 'required' } ? { key: string } : { key?: string };
type Options<E extends Endpoint> = Body<E> & Key<E> & { query?: Query; signal?: AbortSignal };

const deadlineMs = 20_000;

/**
 * Why a call failed. `status` is null if no response arrived: a change may or may not have taken effect. `message` is empty if the server
 * sent no sentence for people.
 */
export class CallFailed extends Error {
  readonly status: number | null;
  readonly code: string;
  readonly problems: readonly Problem[];
  /** Null if the server names no time. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number | null, code: string, { message = '', problems = [], details = {} }: Partial<ApiError> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
    const { retryAfterSeconds } = details;
    this.retryAfterSeconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null;
  }
}

/**
 * Sends one call of a contract, which is imported as a type only: `call<typeof startCheckout>('POST', '/checkout', { body, key })`.
 * @throws CallFailed also if the signal cancels it (code `canceled`)
 */
export async function call<E extends Endpoint>(
  ...[method, path, options]: object extends Options<E>
    ? [E['method'], Filled<E['path']>, Options<E>?]
    : [E['method'], Filled<E['path']>, Options<E>]
): Promise<z.output<E['response']>> {
  const { query = {}, body, key, signal } = options ?? {};
  const ending = new AbortController();
  const cancel = (): void => ending.abort('canceled');
  const timer = setTimeout(() => ending.abort('timed_out'), deadlineMs);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    const response = await fetch(`/api${path}${queryString(query)}`, {
      method,
      headers: {
        accept: 'application/json',
        'x-request-id': newKey(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      credentials: 'same-origin',
      signal: ending.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (ending.signal.aborted) throw error;
      return null;
    });
    if (!response.ok) throw failureOf(response.status, answer);
    return answer as z.output<E['response']>;
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw new CallFailed(null, ending.signal.aborted ? String(ending.signal.reason) : 'unreachable');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** A response from something else, such as a proxy's page, has no code and no sentence. */
function failureOf(status: number, answer: unknown): CallFailed {
  const error = typeof answer === 'object' && answer !== null && 'code' in answer ? (answer as ApiError) : null;
  return error ? new CallFailed(status, error.code, error) : new CallFailed(status, `http_${status}`);
}

function queryString(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Returns a new idempotency key or request id. `crypto.randomUUID` is missing on plain HTTP, as in a test on a phone. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
