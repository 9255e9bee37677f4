import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readAll } from './read-all.ts';

const unzip = promisify(gunzip);

export interface WholeRequest {
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Ends the request and the reading of its response. */
  signal: AbortSignal;
  /** Largest response, compressed and decompressed. */
  maxBytes: number;
}

export interface WholeResponse {
  status: number;
  /** Whether the status is 2xx. */
  ok: boolean;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Sends a request to an HTTP server and reads its whole response, compressed by gzip or not. Redirects are not followed. `fetch` would cost
 * the agent some 20 MB of memory (docs/decisions/0093-agent-memory.md).
 * @throws Error of the connection, AbortError, RangeError beyond `maxBytes`
 */
export async function sendRequest(url: URL, { body, maxBytes, headers, ...options }: WholeRequest): Promise<WholeResponse> {
  const response = await openResponse(url, { ...options, headers: { ...headers, 'accept-encoding': 'gzip' } }, body);
  const bytes = await readAll(response, maxBytes);
  const { statusCode: status = 0, headers: received } = response;
  const whole = received['content-encoding'] === 'gzip' ? await unzip(bytes, { maxOutputLength: maxBytes }) : bytes;
  return { status, ok: status >= 200 && status < 300, headers: received, body: whole.toString() };
}

export interface StreamRequest {
  headers: Record<string, string>;
  /** Ends the request and the reading of its response. */
  signal: AbortSignal;
  /** Maximum time without a byte. */
  idleMs: number;
}

/**
 * Sends a request to an HTTP server and returns the response with its body unread and as it was sent, for a file that takes minutes.
 * Redirects are not followed. The body ends with an error if the connection breaks or nothing arrives for `idleMs`.
 * @throws Error of the connection, AbortError
 */
export async function openStream(url: URL, { idleMs, headers, signal }: StreamRequest): Promise<IncomingMessage> {
  const idle = new Error(`Nothing arrived for ${idleMs / 1_000} s`);
  const response = await openResponse(
    url,
    { headers: { ...headers, 'accept-encoding': 'identity' }, signal, timeout: idleMs },
    undefined,
    idle,
  );
  response.setTimeout(idleMs, () => response.destroy(idle));
  return response;
}

function openResponse(url: URL, options: RequestOptions, body?: string, idle?: Error): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    if (idle) request.once('timeout', () => request.destroy(idle));
    // also after the response, when its stream reports the same error
    request.on('error', reject);
    request.end(body);
  });
}

/** Returns why a request failed: a time limit is the cause of its error, and the error of a host with several addresses has only a code. */
export function reasonOf(error: unknown): string {
  const { cause, code } = error as { cause?: unknown; code?: unknown };
  if (cause instanceof Error && cause.message) return cause.message;
  return error instanceof Error && error.message ? error.message : String(code ?? error);
}
