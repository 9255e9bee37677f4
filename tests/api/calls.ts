import type { Endpoint } from '@washdesk/contracts/endpoint';
import { apiError, type ApiError } from '@washdesk/contracts/errors';
import { expect } from 'vitest';
import type { Headers } from './callers.ts';

export interface Call {
  method: string;
  /** Behind `/api`, escaped, with its query. */
  path: string;
  headers?: Headers;
  /** The body's text, as it stands on the wire. */
  body?: string | undefined;
}

export interface Answer {
  status: number;
  headers: globalThis.Headers;
  text: string;
}

export async function send(url: string, { method, path, headers = {}, body }: Call): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const request = { method, headers: { ...type, ...headers }, signal: AbortSignal.timeout(10_000) };
  const response = await fetch(`${url}/api${path}`, body === undefined ? request : { ...request, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The path of a contract with its parameters filled in. */
export const pathOf = ({ path }: Endpoint, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_brace, name: string) => encodeURIComponent(params[name] ?? 'x'));

/** The one error shape, with nothing in it that is for us alone. */
export function refusal({ status, text }: Answer): ApiError {
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\bpostgres|syntax error|invalid input syntax/i);
  return apiError.strict().parse(JSON.parse(text));
}
