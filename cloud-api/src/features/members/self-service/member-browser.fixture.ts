import { randomUUID } from 'node:crypto';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';

interface Answer<T> {
  status: number;
  body: T;
}

/** A visitor's browser at the calls of members: it stores the cookies that it gets. */
export class MemberBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  get cookies(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#cookies);
  }

  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return this.#send('GET', path);
  }

  post<T = Record<string, unknown>>(path: string, body: object = {}, key: string = randomUUID()): Promise<Answer<T>> {
    return this.#send('POST', path, body, key);
  }

  delete<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return this.#send('DELETE', path);
  }

  /** Signs in by the newest link in these texts. */
  async openLinkIn(texts: readonly string[]): Promise<Answer<Record<string, unknown>>> {
    return this.post('/member/session', { token: tokenIn(texts.at(-1) ?? '') });
  }

  async #send<T>(method: string, path: string, body?: object, key?: string): Promise<Answer<T>> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: abortOnHang(),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: (isJson ? JSON.parse(text) : { text }) as T };
  }
}

export const tokenIn = (text: string): string => /#([\w-]{43})/.exec(text)?.[1] ?? '';
export const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';
