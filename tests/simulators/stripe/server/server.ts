import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { apiVersion } from '../wire/api-version.ts';
import { StripeFault } from '../wire/errors.ts';
import type { IdempotencyStore } from '../wire/idempotency.ts';
import { formOfMultipart, isMultipart } from '../wire/multipart.ts';
import { idempotencyKey, type ApiAnswer, type ApiRequest } from './api.ts';
import type { Faults } from './faults.ts';
import type { RequestHolds } from './request-holds.ts';

/** Serves everything except the API: pages, scripts and the scripts' requests. Returns false for any other path. */
export type Site = (request: ApiRequest, response: ServerResponse) => Promise<boolean>;

interface ServerParts {
  site: Site;
  api: (request: ApiRequest, requestId: string) => ApiAnswer;
  /** Returns the name under which a path's requests are limited and counted. */
  endpointOf: (method: string, pathname: string) => string;
  idempotency: IdempotencyStore;
  faults: Faults;
  holds: RequestHolds;
  latencyMs: () => number;
  newId: (prefix: string) => string;
  /** Called for every API request that got a response or was executed without one. */
  onAnswer: (endpoint: string, status: number) => void;
}

export function createStripeServer(parts: ServerParts): Server {
  return createServer((request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      // a bug in the simulator: log it and close the connection, as a crash would
      console.error(error);
      response.destroy();
    });
  });
}

async function answer(parts: ServerParts, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://stripe.invalid');
  const bytes = new Uint8Array(await buffer(incoming));
  const type = incoming.headers['content-type'];
  const body = type && isMultipart(type) ? await formOfMultipart(bytes, type) : new TextDecoder().decode(bytes);
  const request = { method: incoming.method ?? 'GET', url, headers: incoming.headers, body };
  if (url.pathname.startsWith('/v1/') || !(await parts.site(request, response))) await answerApi(parts, request, response);
}

/** Faults only apply to the API, not to pages and scripts. */
async function answerApi(parts: ServerParts, request: ApiRequest, response: ServerResponse): Promise<void> {
  const { faults, holds, endpointOf, newId, onAnswer } = parts;
  const endpoint = endpointOf(request.method, request.url.pathname);
  const requestId = newId('req');
  if (faults.isCutBefore()) return void response.destroy();
  const refused = faults.tooMany(endpoint);
  if (refused) {
    send(request, response, requestId, refusal(refused.fault, requestId), { 'stripe-rate-limited-reason': refused.reason });
    return onAnswer(endpoint, refused.fault.status);
  }
  await holds.pass('request', endpoint);
  if (response.destroyed) return;
  const answered = await executeOnce(parts, request, requestId);
  onAnswer(endpoint, answered.status);
  await holds.pass('response', endpoint);
  if (faults.isCutAfter()) return void response.destroy();
  send(request, response, requestId, answered);
}

/** While a key's first request is in progress, a second one is rejected. */
async function executeOnce({ api, idempotency, latencyMs }: ServerParts, request: ApiRequest, requestId: string): Promise<ApiAnswer> {
  const key = idempotencyKey(request);
  let release: (() => void) | undefined;
  try {
    if (key !== undefined) release = idempotency.hold(key);
    if (latencyMs() > 0) await wait(latencyMs(), undefined, { ref: false });
    return api(request, requestId);
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return refusal(error, requestId);
  } finally {
    release?.();
  }
}

function refusal(fault: StripeFault, requestId: string): ApiAnswer {
  return { status: fault.status, body: fault.toWire(requestId), replayed: false };
}

function send(
  { headers }: ApiRequest,
  response: ServerResponse,
  requestId: string,
  { status, body, replayed }: ApiAnswer,
  more: Record<string, string> = {},
): void {
  const key = headers['idempotency-key'];
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': requestId,
    'stripe-version': headers['stripe-version'] ?? apiVersion,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    ...more,
  });
  response.end(JSON.stringify(body));
}
