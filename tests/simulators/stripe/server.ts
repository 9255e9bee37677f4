import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { dashboardPage } from './dashboard.ts';
import { StripeFault } from './wire/errors.ts';
import type { ApiAnswer, ApiRequest } from './api.ts';
import type { Behaviour } from './behaviour.ts';
import type { Store } from './store.ts';

/** The version whose shapes the stand-in speaks. */
export const apiVersion = '2026-10-28.endive';

interface ServerParts {
  store: Store;
  api: (request: ApiRequest, requestId: string) => ApiAnswer;
  behaviour: () => Behaviour;
  newId: (prefix: string) => string;
  /** Told of every API request that was answered. */
  onAnswer: (method: string, path: string, status: number) => void;
}

export function createStripeServer(parts: ServerParts): Server {
  return createServer((request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      // A fault of the stand-in's own, not of the caller: let it be seen, and cut the line as a crash would.
      console.error(error);
      response.destroy();
    });
  });
}

async function answer(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { down, latencyMs } = parts.behaviour();
  if (down) {
    request.socket.destroy();
    return;
  }
  const body = await text(request);
  if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
  const url = new URL(request.url ?? '/', 'http://stripe.invalid');
  const page = request.method === 'GET' ? dashboardPage(parts.store, url.pathname) : undefined;
  if (page !== undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  answerApi(parts, { method: request.method ?? 'GET', url, headers: request.headers, body }, response);
}

function answerApi({ api, behaviour, newId, onAnswer }: ServerParts, request: ApiRequest, response: ServerResponse): void {
  const requestId = newId('req');
  const { status, body, replayed } = behaviour().rateLimit ? tooMany(requestId) : api(request, requestId);
  const key = request.headers['idempotency-key'];
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': requestId,
    'stripe-version': request.headers['stripe-version'] ?? apiVersion,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(JSON.stringify(body));
  onAnswer(request.method, request.url.pathname, status);
}

function tooMany(requestId: string): ApiAnswer {
  const fault = new StripeFault(
    429,
    'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    { code: 'rate_limit' },
  );
  return { status: fault.status, body: fault.toWire(requestId), replayed: false };
}
