import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CookieJar } from './cookie-jar.ts';

export interface AppProxyOptions {
  /** The URL of the app. */
  app: URL;
  jar: CookieJar;
  /** The URL of the script that every page runs first. */
  script: string;
}

/**
 * The embedded browser's proxy to the app. It adds its own cookies, the app sees its own address, and every page gets the register's
 * script.
 */
export class AppProxy {
  readonly #app: URL;
  readonly #jar: CookieJar;
  readonly #tag: string;

  constructor({ app, jar, script }: AppProxyOptions) {
    this.#app = app;
    this.#jar = jar;
    this.#tag = `<script src="${script}"></script>`;
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const isPage = request.headers['sec-fetch-mode'] === 'navigate';
    const asked = this.#ask(request, isPage);
    asked.on('error', (error) => notReached(response, error));
    asked.on('response', (answer) => {
      const headers = this.#back(answer.headers);
      if (!isPage || !answer.headers['content-type']?.startsWith('text/html')) {
        response.writeHead(answer.statusCode ?? 502, headers);
        return void answer.pipe(response);
      }
      return void this.#withScript(answer, headers, response);
    });
    request.pipe(asked);
  }

  /** Forwards a WebSocket upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const asked = this.#ask(request, false);
    // when one end disconnects, close the other too
    asked.on('error', () => socket.destroy());
    socket.on('error', () => asked.destroy());
    asked.on('response', () => socket.destroy());
    asked.on('upgrade', (answer, far, farHead) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      socket.write(farHead);
      far.write(head);
      far.on('error', () => socket.destroy());
      far.on('close', () => socket.destroy());
      socket.on('close', () => far.destroy());
      far.pipe(socket).pipe(far);
    });
    asked.end();
  }

  #ask({ method, url, headers }: IncomingMessage, isPage: boolean): http.ClientRequest {
    const { cookie: _, ...rest } = headers;
    const own: http.OutgoingHttpHeaders = { ...rest, host: this.#app.host };
    if (headers.origin !== undefined) own.origin = this.#app.origin;
    if (this.#jar.header() !== '') own.cookie = this.#jar.header();
    // pages are modified before they are passed on
    if (isPage) delete own['accept-encoding'];
    return http.request(new URL(url ?? '/', this.#app), { method: method ?? 'GET', headers: own });
  }

  #back({ 'set-cookie': cookies = [], ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
    this.#jar.take(cookies);
    return headers;
  }

  async #withScript(answer: IncomingMessage, headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> {
    let page = '';
    try {
      for await (const chunk of answer.setEncoding('utf8')) page += String(chunk);
    } catch (error) {
      return notReached(response, error);
    }
    const body = page.replace(/<head[^>]*>/i, (head) => head + this.#tag);
    response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  }
}

function notReached(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`The register does not reach the app: ${error instanceof Error ? error.message : String(error)}`);
}
