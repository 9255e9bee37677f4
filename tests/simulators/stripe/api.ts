import type { IncomingHttpHeaders } from 'node:http';
import { findOperation } from './operations.ts';
import type { World } from './operation.ts';
import { StripeFault } from './wire/errors.ts';
import { parseForm } from './wire/form.ts';
import { IdempotencyStore, type Answer } from './wire/idempotency.ts';
import { Input } from './wire/input.ts';

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

/** Stripe's API as a function: who asks, whether it was asked before, what it does. Knows nothing of sockets. */
export function createApi(world: World): (request: ApiRequest, requestId: string) => ApiAnswer {
  const idempotency = new IdempotencyStore();

  return (request, requestId) => {
    try {
      authenticate(request.headers.authorization);
      const match = findOperation(request.method, request.url.pathname);
      if (!match) throw new StripeFault(404, `Unrecognized request URL (${request.method}: ${request.url.pathname}).`);
      const parameters = request.method === 'POST' ? request.body : request.url.search.slice(1);
      const input = new Input(parseForm(parameters));
      const run = (): unknown => match.operation.run(world, { path: match.path, input, url: request.url.pathname });
      const fingerprint = `${request.method} ${request.url.pathname}\n${parameters}`;
      const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined;
      const kept = key === undefined ? undefined : idempotency.recall(key, fingerprint);
      if (kept) return { ...kept, replayed: true };
      // A request refused for its parameters was never executed: nothing is kept of it.
      input.allowOnly(match.operation.parameters);
      const answer = execute(run, requestId);
      if (key !== undefined) idempotency.keep(key, fingerprint, answer);
      return { ...answer, replayed: false };
    } catch (error) {
      return { ...refusal(error, requestId), replayed: false };
    }
  };
}

function execute(run: () => unknown, requestId: string): Answer {
  try {
    return { status: 200, body: run() };
  } catch (error) {
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

function basicUser(authorization: string | undefined): string | undefined {
  const encoded = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}
