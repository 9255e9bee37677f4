import { randomUUID } from 'node:crypto';
import { Role, type RoleName } from '@washdesk/rules/company/roles';
import { signedIn, type Headers } from './callers.ts';
import type { Cloud } from './cloud.ts';

export interface Reply<T = Record<string, unknown>> {
  status: number;
  body: T;
}

interface Call {
  /** A fresh one unless given; sent with every call that is not a GET. */
  key?: string;
  /** The key of the operation that this call is a step of. */
  operation?: string;
  /** The approval that a manager's sign-in gave for this call. */
  approval?: string;
  timeoutMs?: number;
}

/** A person who is signed in, as the API sees them. */
export class ApiClient {
  readonly #url: string;
  readonly #headers: Headers;

  constructor(url: string, headers: Headers) {
    this.#url = url;
    this.#headers = headers;
  }

  get<T = Record<string, unknown>>(path: string): Promise<Reply<T>> {
    return this.#send('GET', path, undefined, {});
  }

  post<T = Record<string, unknown>>(path: string, body: unknown = {}, call: Call = {}): Promise<Reply<T>> {
    return this.#send('POST', path, body, call);
  }

  put<T = Record<string, unknown>>(path: string, body: unknown = {}, call: Call = {}): Promise<Reply<T>> {
    return this.#send('PUT', path, body, call);
  }

  delete<T = Record<string, unknown>>(path: string, call: Call = {}): Promise<Reply<T>> {
    return this.#send('DELETE', path, undefined, call);
  }

  async #send<T>(
    method: string,
    path: string,
    body: unknown,
    { key = randomUUID(), operation, approval, timeoutMs = 20_000 }: Call,
  ): Promise<Reply<T>> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        ...this.#headers,
        ...(method !== 'GET' && { 'idempotency-key': key }),
        ...(operation !== undefined && { 'x-operation': operation }),
        ...(approval !== undefined && { 'x-approval': approval }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: (await response.json()) as T };
  }
}

/** Signs in a person at site 12 with this role alone. */
export const clientAs = async (cloud: Cloud, role: RoleName): Promise<ApiClient> =>
  new ApiClient(cloud.url, await signedIn(cloud, { roles: Role[role] }));
