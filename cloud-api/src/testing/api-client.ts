import { createPrivateKey, randomUUID } from 'node:crypto';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { Role, type RoleName } from '@washdesk/rules/company/roles';
import { CardHandles } from '../common/card-handles.ts';
import { signedIn, type Headers } from './callers.ts';
import type { Cloud } from './cloud.ts';

export interface Reply<T = Record<string, unknown>> {
  status: number;
  body: T;
}

interface Call {
  /** Default: a new one; sent with every call except GET. */
  key?: string;
  /** The key of the operation that this call is a step of. */
  operation?: string;
  /** The approval from a manager's sign-in for this call. */
  approval?: string;
  /** Cuts the connection after this time; by default only a hang is cut. */
  timeoutMs?: number;
}

/** A signed-in person's client of the API. */
export class ApiClient {
  readonly #url: string;
  readonly #headers: Headers;
  readonly #cards: CardHandles | null;

  /** @param cards if the API returns handles of cards: a test then uses Stripe's ids, and the wire has their handles */
  constructor(url: string, headers: Headers, cards: CardHandles | null = null) {
    this.#url = url;
    this.#headers = headers;
    this.#cards = cards;
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
    { key = randomUUID(), operation, approval, timeoutMs }: Call,
  ): Promise<Reply<T>> {
    const response = await fetch(`${this.#url}/api${this.#sealed(path)}`, {
      method,
      headers: {
        ...this.#headers,
        ...(method !== 'GET' && { 'idempotency-key': key }),
        ...(operation !== undefined && { 'x-operation': operation }),
        ...(approval !== undefined && { 'x-approval': approval }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: this.#sealed(JSON.stringify(body)) }),
      signal: timeoutMs === undefined ? abortOnHang() : AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: JSON.parse(this.#opened(await response.text())) as T };
  }

  #sealed(text: string): string {
    return this.#cards ? text.replaceAll(/(?<=["/=])pm_\w+/g, (id) => this.#cards!.handleOf(id)) : text;
  }

  #opened(text: string): string {
    return this.#cards ? text.replaceAll(/card-[\w-]{24,}/g, (handle) => this.#cards!.paymentMethodOf(handle) ?? handle) : text;
  }
}

/** Signs in a person at site 12 with only this role. */
export const clientAs = async (cloud: Cloud, role: RoleName): Promise<ApiClient> =>
  new ApiClient(cloud.url, await signedIn(cloud, { roles: Role[role] }), role === 'Admin' ? null : cardHandlesOf(cloud));

/** Returns a key of the public sign-up that is valid in this client's network. */
export const sessionKeyOf = async (visitor: ApiClient): Promise<string> =>
  (await visitor.get<{ sessionKey: string }>('/online/session')).body.sessionKey;

/** The card handles of this cloud. */
export const cardHandlesOf = ({ settings }: Pick<Cloud, 'settings'>): CardHandles =>
  new CardHandles(createPrivateKey(settings['WASHDESK_TOKEN_KEY'] ?? ''));
