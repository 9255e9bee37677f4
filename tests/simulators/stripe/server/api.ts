import type { IncomingHttpHeaders } from 'node:http';
import type { EventLog } from '../events/event-log.ts';
import { findOperation } from './operations.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import { parseForm } from '../wire/form.ts';
import type { Answer, IdempotencyStore } from '../wire/idempotency.ts';
import { Input } from '../wire/input.ts';

export interface ApiRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ApiAnswer extends Answer {
  /** The answer was kept from an earlier request with the same idempotency key. */
  replayed: boolean;
}

interface ApiParts {
  sandbox: Sandbox;
  idempotency: IdempotencyStore;
  events: Pick<EventLog, 'causedBy'>;
  /** Whether a key may be used again with the same parameters in another order. */
  keysByParameters(): boolean;
  /** Throws where a fault was asked for; called when a request would be executed. */
  breakDown(): void;
  /** Makes sure that what changed, and the answer kept of it, outlive the process before anyone hears of them. */
  commit(): void;
}

/** Stripe's API as a function: who asks, whether it was asked before, what it does. Knows nothing of sockets. */
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

/** Only a POST can be repeated under a key; a DELETE's is ignored. */
export function idempotencyKey({ method, headers }: ApiRequest): string | undefined {
  return method === 'POST' ? headers['idempotency-key']?.toString() : undefined;
}

/** @throws StripeFault for a refused parameter: such a request was never executed, and nothing is kept of it */
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

/** Any test key will do; a missing or a foreign one is refused as Stripe does. */
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

/** Versions are days, with a name since 2024. */
function refuseUnknownVersion(version: string | undefined): void {
  if (version === undefined || /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return;
  throw new StripeFault(400, `Invalid Stripe API version: ${version}`);
}

function basicUser(authorization: string | undefined): string | undefined {
  const encoded = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}
