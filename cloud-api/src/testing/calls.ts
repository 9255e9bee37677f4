import { request } from 'node:http';
import { expect } from 'vitest';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { apiError, type ApiError } from '@washdesk/contracts/errors';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import type { Headers } from './callers.ts';

export interface Call {
  method: string;
  /** After `/api`, escaped, with its query. */
  path: string;
  headers?: Headers;
  /** The body's text as on the wire. */
  body?: string | undefined;
}

export interface Answer {
  status: number;
  headers: globalThis.Headers;
  text: string;
}

export async function send(url: string, { method, path, headers = {}, body }: Call): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const call = { method, headers: { ...type, ...headers }, signal: abortOnHang() };
  const response = await fetch(`${url}/api${path}`, body === undefined ? call : { ...call, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends a call to an address that browsers and URLs would reject: `path` is the whole of it, exactly as written. */
export function sendAsWritten(url: string, { method, path, headers = {} }: Call): Promise<Pick<Answer, 'status' | 'text'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<Answer, 'status' | 'text'>>();
  const { hostname, port } = new URL(url);
  const asking = request({ host: hostname, port, method, path, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => (text += piece));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  asking.on('error', reject);
  asking.end();
  return promise;
}

/** Returns the path of a contract with its parameters filled in. */
export const pathOf = ({ path }: Endpoint, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_brace, name: string) => encodeURIComponent(params[name] ?? 'x'));

/** Returns the one error shape, checked to contain nothing internal. */
export function refusal({ status, text }: Answer): ApiError {
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\bpostgres|syntax error|invalid input syntax/i);
  return apiError.strict().parse(JSON.parse(text));
}
