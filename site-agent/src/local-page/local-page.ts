import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { z } from 'zod';
import {
  admitBody,
  openBody,
  printBody,
  probeBody,
  readBody,
  signInBody,
  type ConfigCheck,
  type LocalRole,
} from '@washdesk/site-protocol/local-page';
import { HttpListener } from '../transports/http-listener.ts';
import { isSameText } from '../transports/same-text.ts';
import { addressOf } from '../transports/tcp.ts';
import type { Counter } from './counter.ts';
import { GuessLimit } from './guess-limit.ts';
import { roleNames, type LocalActs } from './local-acts.ts';
import { pageFile } from './page-files.ts';
import type { Pins } from './pins.ts';
import type { Probes } from './probes.ts';
import { badRequest, checkOrigin, cookieOf, readJson, Refused, send, sendJson } from './request.ts';
import { Sessions } from './sessions.ts';
import type { SiteView } from './site-view.ts';

export interface LocalPageOptions {
  host: string;
  port: number;
  /** Of the page as built. */
  folder?: string | undefined;
  pins: Pins;
  site: number;
  view: SiteView;
  acts: LocalActs;
  counter: Counter;
  probes: Probes;
  checkConfig: () => ConfigCheck;
  /** Returns the metrics in the text format of Prometheus; null without a scraper. */
  metrics: (() => Promise<string>) | null;
  /** Of a scraper; undefined for no metrics. */
  metricsToken: string | undefined;
  onProblem: (problem: string | null) => void;
  log: Logger;
}

interface Call {
  role: LocalRole;
  /** The parsed JSON of a press. */
  body: unknown;
  query: URLSearchParams;
}

type Handler = (call: Call) => unknown;

const maxConnections = 64;
const maxOfOneAddress = 12;

/** The agent’s own page in the site’s network (docs/decisions/0089-local-page.md). Works without the cloud. */
export class LocalPage {
  readonly #options: LocalPageOptions;
  readonly #server: Server;
  readonly #listener: HttpListener;
  readonly #guesses = new GuessLimit();
  readonly #sessions = new Sessions();
  readonly #connections = new Map<string, number>();
  readonly #cookie: string;
  readonly #reads: Record<string, Handler>;
  readonly #presses: Record<string, Handler>;

  constructor(options: LocalPageOptions) {
    this.#options = options;
    const { host, port, site, view, acts, counter, probes, onProblem } = options;
    // cookies of one address are shared by its ports
    this.#cookie = `washdesk-local-${site}`;
    this.#reads = {
      '/api/view': ({ role, query }) => view.of(role, Number(query.get('log')) || 0),
      '/api/config-check': onlyIt(() => options.checkConfig()),
    };
    this.#presses = {
      '/api/open': ({ role, body }) => acts.open(role, parsed(openBody, body)),
      '/api/print': onlyIt(({ role, body }) => acts.print(role, parsed(printBody, body))),
      '/api/read': onlyIt(({ body }) => acts.read(parsed(readBody, body))),
      '/api/probe': onlyIt(({ body }) => probes.probe(parsed(probeBody, body).device)),
      '/api/admit': ({ body }) => counter.admit(parsed(admitBody, body)),
    };
    const limits = { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 10_000, maxHeaderSize: 8_192 };
    this.#server = createServer(limits, (request, response) => void this.#serve(request, response));
    this.#server.maxConnections = maxConnections;
    this.#server.on('connection', (socket) => this.#accept(socket));
    this.#listener = new HttpListener(this.#server, { host, port, onProblem });
  }

  /** The port in use; 0 while it does not listen. */
  get port(): number {
    return this.#listener.port;
  }

  start(): void {
    this.#listener.start();
  }

  async stop(): Promise<void> {
    await this.#listener.stop();
  }

  #accept(socket: Socket): void {
    const address = addressOf(socket);
    const open = this.#connections.get(address) ?? 0;
    if (open >= maxOfOneAddress) return void socket.destroy();
    this.#connections.set(address, open + 1);
    socket.once('close', () => {
      const left = (this.#connections.get(address) ?? 1) - 1;
      if (left > 0) this.#connections.set(address, left);
      else this.#connections.delete(address);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      checkOrigin(request, addressOf(request.socket), { host: this.#options.host, port: this.port });
      const url = URL.parse(request.url ?? '/', 'http://local');
      if (!url) throw badRequest('This address isn’t one');
      if (url.pathname === '/metrics') return await this.#metrics(request, response);
      if (!url.pathname.startsWith('/api/')) return await this.#file(request, url.pathname, response);
      await this.#call(request, url, response);
    } catch (error) {
      this.#fail(error, response);
    }
  }

  async #metrics({ method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { metricsToken: token, metrics } = this.#options;
    const isAllowed = method === 'GET' && isSameText(headers.authorization ?? '', `Bearer ${token}`);
    if (metrics === null || token === undefined || !isAllowed) throw new Refused(404, { code: 'not_found', message: 'Not found' });
    send(response, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }, await metrics());
  }

  #fail(error: unknown, response: ServerResponse): void {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const unread = { Connection: 'close' };
    if (error instanceof Refused) return sendJson(response, error.status, error.refusal, unread);
    this.#options.log.error({ err: error }, 'Local page failed');
    sendJson(response, 500, { code: 'failed', message: 'The site’s computer couldn’t do this; see its log' }, unread);
  }

  async #file({ method }: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    if (method !== 'GET') throw badRequest('This address is only read');
    const file = await pageFile(this.#options.folder, path);
    if (file) {
      const cache = file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache';
      return send(response, 200, { 'Content-Type': file.type, 'Cache-Control': cache }, file.content);
    }
    const message = path === '/' ? 'The local page is not installed with this agent.' : 'Not found';
    send(response, 404, { 'Content-Type': 'text/plain; charset=utf-8' }, message);
  }

  async #call(request: IncomingMessage, { pathname, searchParams: query }: URL, response: ServerResponse): Promise<void> {
    const press = request.method === 'POST';
    if (press && pathname === '/api/sign-in') return this.#signIn(request, response);
    const token = cookieOf(request, this.#cookie);
    const role = this.#sessions.roleOf(token, performance.now(), { press });
    if (role === null) throw new Refused(401, { code: 'signed_out', message: 'Enter the PIN' });
    if (press && pathname === '/api/sign-out') {
      this.#sessions.end(token);
      return sendJson(response, 200, {}, { 'Set-Cookie': this.#setCookie('', 0) });
    }
    const handlers = press ? this.#presses : this.#reads;
    const handler = Object.hasOwn(handlers, pathname) ? handlers[pathname] : undefined;
    if (!handler) throw new Refused(404, { code: 'not_found', message: 'Not found' });
    const body = press ? await readJson(request) : null;
    // without the body: a log names no member
    if (press) this.#options.log.info({ by: roleNames[role], call: pathname }, 'Pressed at the local page');
    sendJson(response, 200, await handler({ role, body, query }));
  }

  async #signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pins, log } = this.#options;
    const address = addressOf(request.socket);
    this.#checkGuesses(address);
    const { pin } = parsed(signInBody, await readJson(request));
    // again, because the body may have taken long
    this.#checkGuesses(address);
    this.#guesses.begin(address, performance.now());
    const role = await pins.roleOf(pin);
    if (role === null) {
      log.warn({ address }, 'Wrong PIN at the local page');
      throw new Refused(401, { code: 'wrong_pin', message: 'Wrong PIN' });
    }
    this.#guesses.right(address);
    log.info({ address, role }, 'Signed in at the local page');
    const token = this.#sessions.begin(role, performance.now());
    sendJson(response, 200, { role }, { 'Set-Cookie': this.#setCookie(token) });
  }

  /** @throws Refused while this address must wait for its next guess */
  #checkGuesses(address: string): void {
    const waitSeconds = Math.ceil(this.#guesses.waitMs(address, performance.now()) / 1_000);
    if (waitSeconds === 0) return;
    throw new Refused(429, { code: 'too_many_guesses', message: `Too many wrong PINs. Wait ${waitSeconds} s.`, waitSeconds });
  }

  #setCookie(token: string, maxAge?: number): string {
    return `${this.#cookie}=${token}; Path=/; HttpOnly; SameSite=Strict${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`;
  }
}

const onlyIt =
  (handler: Handler): Handler =>
  (call) => {
    if (call.role !== 'it') throw new Refused(403, { code: 'not_allowed', message: 'Only with the PIN of IT' });
    return handler(call);
  };

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw badRequest('The request isn’t understood');
  return data;
}
