import { Agent, request, type RequestOptions } from 'node:http';
import type { Register } from '../workbench/register.ts';

export interface Answer {
  status: number;
  body: string;
}

export interface Asked {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

/** A register with a signed-in user. */
export type SignedIn = Pick<Register, 'cookie'> & { session: { accessToken: string } };

/** Persistent connections with minimal overhead in Node, so that the server is measured. */
export class Client {
  readonly #agent: Agent;
  readonly #url: string;
  readonly #register: SignedIn;

  /** @param url without a path */
  constructor(url: string, register: SignedIn, connections = 1) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#url = url;
    this.#register = register;
  }

  /** @param path after `/api` */
  ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const kind = text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
    const options: RequestOptions = {
      method,
      agent: this.#agent,
      headers: { authorization: `Bearer ${this.#register.session.accessToken}`, cookie: this.#register.cookie, ...headers, ...kind },
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}/api${path}`, options, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (answer += part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: answer }));
        response.once('error', reject);
      });
      sent.once('error', reject);
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
