import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalRefusal } from '@washdesk/site-protocol/local-page';
import { isLoopback, isPrivateAddress } from './private-address.ts';

/** A response other than 200, with a sentence for the person at the page. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly refusal: LocalRefusal;

  constructor(status: number, refusal: LocalRefusal) {
    super(refusal.message);
    this.status = status;
    this.refusal = refusal;
  }
}

const maxBodyBytes = 4_096;
/** Sent by the page with every press: a form of another page can’t send it. */
const ownHeader = 'x-washdesk-local';

export const badRequest = (message: string): Refused => new Refused(400, { code: 'bad_request', message });
const forbidden = (message: string): Refused => new Refused(403, { code: 'not_allowed', message });

/**
 * Refuses a request from outside the site’s network, and one that a page of another origin may have caused: `Host` must be the address of the
 * agent, so a name that was made to point here opens nothing.
 * @throws Refused
 */
export function checkOrigin({ method, headers }: IncomingMessage, peer: string, { host, port }: { host: string; port: number }): void {
  if (!isPrivateAddress(peer)) throw forbidden('Only computers of the site’s own network may open this page');
  const literal = host.includes(':') ? `[${host}]` : host;
  const hosts = [literal, ...(isLoopback(host) ? ['localhost'] : [])].map((name) => (port === 80 ? name : `${name}:${port}`));
  if (!hosts.includes(headers.host ?? '')) throw forbidden(`Open this page as http://${hosts[0]}`);
  if (method === 'GET') return;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) throw forbidden('Another page sent this');
  if (!headers['content-type']?.startsWith('application/json') || headers[ownHeader] !== '1') throw forbidden('Another page sent this');
}

/** @throws Refused if the body is too long or not JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Refused(413, { code: 'bad_request', message: 'The request is too long' });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw badRequest('The request isn’t JSON');
  }
}

export function cookieOf({ headers }: IncomingMessage, name: string): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
}

const safeHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Sends a response with the headers of every response. */
export function send(response: ServerResponse, status: number, headers: Record<string, string | number>, body: Buffer | string): void {
  response
    .writeHead(status, { ...safeHeaders, 'Cache-Control': 'no-store', 'Content-Length': Buffer.byteLength(body), ...headers })
    .end(body);
}

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
  send(response, status, { 'Content-Type': 'application/json', ...headers }, JSON.stringify(body));
