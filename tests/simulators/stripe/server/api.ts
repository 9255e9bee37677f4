import type { IncomingHttpHeaders } from 'node:http';
import type { EventLog } from '../events/event-log.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import { parseForm } from '../wire/form.ts';
import type { Answer, IdempotencyStore } from '../wire/idempotency.ts';
import { Input } from '../wire/input.ts';
import { findOperation } from './operations.ts';

export interface ApiRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ApiAnswer extends Answer {
  /** Whether the response was stored by an earlier request with the same idempotency key. */
  replayed: boolean;
}

interface ApiParts {
  sandbox: Sandbox;
  idempotency: IdempotencyStore;
  events: Pick<EventLog, 'causedBy'>;
  /** Whether a key may be reused with the same parameters in another order. */
  keysByParameters(): boolean;
  /** Throws if a fault is set; called before a request is executed. */
  breakDown(): void;
  /** Persists the changes and the stored response before they are visible to any client. */
  commit(): void;
}

/** Stripe's API as a function: authentication, idempotency, execution. It does not use sockets. */
export function createApi({
  sandbox,
  idempotency,
  events,
  keysByParameters,
  breakDown,
  commit,
}: ApiParts): (request: ApiRequest, requestId: string) => ApiAnswer {
  return (request, requestId) => {
    try {
      authenticate(request.headers.authorization);
      refuseUnknownVersion(request.headers['stripe-version']?.toString());
      const match = findOperation(request.method, request.url.pathname);
      if (!match) {
        throw new StripeFault(
          404,
          `Unrecognized request URL (${request.method}: ${request.url.pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
        );
      }
      const parameters = request.method === 'POST' ? request.body : request.url.search.slice(1);
      const input = new Input(parseForm(parameters));
      const keyed = { address: `${request.method} ${request.url.pathname}\n`, text: parameters };
      const key = idempotencyKey(request);
      const kept = key === undefined ? undefined : idempotency.recall(key, keyed, keysByParameters());
      if (kept) return { ...kept, replayed: true };
      input.allowOnly(match.operation.parameters);
      const answer = answerOrFailure(requestId, () => {
        breakDown();
        const call = { path: match.path, input, url: request.url.pathname };
        return events.causedBy({ id: requestId, idempotency_key: key ?? null }, () => match.operation.run(sandbox, call));
      });
      if (key !== undefined) idempotency.keep(key, keyed, answer);
      commit();
      return { ...answer, replayed: false };
    } catch (error) {
      return { ...refusal(error, requestId), replayed: false };
    }
  };
}

/** Only a POST can be repeated with a key; a DELETE's key is ignored. */
export function idempotencyKey({ method, headers }: ApiRequest): string | undefined {
  return method === 'POST' ? headers['idempotency-key']?.toString() : undefined;
}

/** @throws StripeFault for an invalid parameter: such a request was not executed, and its response is not stored */
function answerOrFailure(requestId: string, run: () => unknown): Answer {
  try {
    return { status: 200, body: run() };
  } catch (error) {
    if (error instanceof StripeFault && error.status === 400 && error.details.param !== undefined) throw error;
    return refusal(error, requestId);
  }
}

function refusal(error: unknown, requestId: string): Answer {
  if (!(error instanceof StripeFault)) throw error;
  return { status: error.status, body: error.toWire(requestId) };
}

/** Accepts any test key. A missing key or another kind of key is rejected as at Stripe. */
function authenticate(authorization: string | undefined): void {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? basicUser(authorization);
  if (!key) {
    throw new StripeFault(
      401,
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  }
  if (!/^[sr]k_test_/.test(key)) throw new StripeFault(401, `Invalid API Key provided: ${'*'.repeat(8)}${key.slice(-4)}`);
}

/** Versions are dates, with a name since 2024. */
function refuseUnknownVersion(version: string | undefined): void {
  if (version === undefined || /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return;
  throw new StripeFault(400, `Invalid Stripe API version: ${version}`);
}

function basicUser(authorization: string | undefined): string | undefined {
  const encoded = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}
