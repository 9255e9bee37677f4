import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { commandKeys } from '@washdesk/site-protocol/enrollment';
import { tokenRequestOf, type SiteKey } from '../identity/client-assertion.ts';
import { clockProblem } from '../transports/clock-problem.ts';
import { openStream, reasonOf, sendRequest, type WholeRequest, type WholeResponse } from '../transports/http-client.ts';

/** A service account, or the certificate of the site with its key. */
export type CloudCredentials = { clientId: string; clientSecret: string } | SiteKey;

export type CloudOptions = CloudCredentials & {
  /** Address of the cloud without a path, e.g. https://wash.example.com */
  url: string;
};

/** The cloud was unreachable or returned an invalid response. Every call here reads or is repeatable, so whether it was executed does not matter. */
export class CloudUnavailable extends Error {
  override readonly name = 'CloudUnavailable';
}

/** The cloud refuses the site's service account: waiting does not help. */
export class CloudRefused extends CloudUnavailable {}

const deadlineMs = 10_000;
/** Of a file, which may take minutes: the longest time without a byte. */
const fileIdleMs = 30_000;
const unauthorized = 401;
/** The cloud accepts a minute. */
const noticedClockErrorMs = 30_000;
const refusals: readonly number[] = [400, unauthorized, 403];
/** Ten times the largest page of the roster. */
const largestAnswerBytes = 16_777_216;

/** The session's other fields are not used here. A service account receives no keys. */
const loginAnswer = z.object({ accessToken: z.string().min(1), commandKeys: commandKeys.optional() });

type Sent = Pick<WholeRequest, 'method' | 'headers' | 'body'>;

const jsonPost = (body: object): Sent => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

interface SignIn {
  path: string;
  body: () => object;
  /** The problem if the cloud refuses it. */
  refusal: string;
}

function bySecret({ clientId, clientSecret }: { clientId: string; clientSecret: string }): SignIn {
  return {
    path: '/api/auth/loginserviceaccount',
    body: () => ({ client_id: clientId, client_secret: clientSecret }),
    refusal: 'The cloud refuses the site’s service account; check clientId and clientSecret',
  };
}

/** Calls the cloud's HTTP API as the site's agent: one token per hour, fetched on demand. */
export class CloudClient {
  readonly #options: CloudOptions;
  #signIn: SignIn;
  #token: string | null = null;
  /** How far the computer's clock is behind the cloud's, by the last response. */
  #clockErrorMs = 0;
  #onCommandKeys: (keys: Record<string, string>) => void = () => undefined;

  constructor(options: CloudOptions) {
    this.#options = options;
    this.#signIn = 'clientSecret' in options ? bySecret(options) : this.#byCertificate(options);
  }

  /** Calls the listener with the cloud's command keys at each sign-in of an enrolled agent. */
  onCommandKeys(listener: (keys: Record<string, string>) => void): void {
    this.#onCommandKeys = listener;
  }

  /** Signs in with this certificate from now on. */
  useSiteKey(siteKey: SiteKey): void {
    this.#signIn = this.#byCertificate(siteKey);
    this.#token = null;
  }

  /**
   * @param path starts with `/api`, with its query
   * @throws CloudUnavailable
   */
  async get<S extends z.ZodType>(path: string, answer: S, signal: AbortSignal): Promise<z.infer<S>> {
    const response = await this.#authorized(path, signal);
    if (response.status === 403) throw new CloudRefused(`The cloud refuses ${path} to the site’s account; check its rights`);
    if (!response.ok) throw new CloudUnavailable(`The cloud returned ${response.status} for ${path}`);
    return parsed(response, answer, path);
  }

  /** Repeatable: the cloud returns the same response for the same body. @throws CloudUnavailable */
  async post<S extends z.ZodType>(path: string, body: object, answer: S, signal: AbortSignal): Promise<z.infer<S>> {
    const response = await this.#authorized(path, signal, jsonPost(body));
    if (!response.ok) throw new CloudUnavailable(`The cloud returned ${response.status} for ${path}`);
    return parsed(response, answer, path);
  }

  /**
   * Opens a file from a byte on; its bytes are read by the caller. They end with an error if the connection breaks.
   * @returns the byte at which they begin: 0 if the cloud does not continue files
   * @throws CloudUnavailable
   */
  async file(path: string, from: number, signal: AbortSignal): Promise<{ from: number; chunks: AsyncIterable<Buffer> }> {
    const response = await this.#withToken(signal, async (headers) => {
      const opened = await this.#open(path, { ...headers, ...(from > 0 && { range: `bytes=${from}-` }) }, signal);
      return { status: opened.statusCode ?? 0, opened };
    });
    const { status, opened } = response;
    if (status === 200) return { from: 0, chunks: opened };
    if (status === 206 && opened.headers['content-range']?.startsWith(`bytes ${from}-`)) return { from, chunks: opened };
    opened.destroy();
    throw new CloudUnavailable(`The cloud returned ${status} for ${path}`);
  }

  /** Sends the request; replaces a rejected token once. */
  #authorized(path: string, signal: AbortSignal, sent: Sent = {}): Promise<WholeResponse> {
    return this.#withToken(signal, (headers) => this.#request(path, { ...sent, headers: { ...sent.headers, ...headers } }, signal));
  }

  async #withToken<R extends { status: number }>(signal: AbortSignal, send: (headers: Record<string, string>) => Promise<R>): Promise<R> {
    const first = await send(await this.#bearer(signal));
    if (first.status !== unauthorized) return first;
    this.#token = null;
    return send(await this.#bearer(signal));
  }

  async #bearer(signal: AbortSignal): Promise<Record<string, string>> {
    this.#token ??= await this.#login(signal);
    return { authorization: `Bearer ${this.#token}` };
  }

  /** A wrong clock of the computer must not lock the site out: the assertion has the cloud's time. */
  #byCertificate(siteKey: SiteKey): SignIn {
    return {
      path: '/api/agent/token',
      body: () => tokenRequestOf(siteKey, Date.now() + this.#clockErrorMs),
      refusal: 'The cloud refuses the certificate of this site: it was revoked, or another computer was enrolled',
    };
  }

  async #login(signal: AbortSignal): Promise<string> {
    const { path, body, refusal } = this.#signIn;
    const assumed = this.#clockErrorMs;
    let response = await this.#request(path, jsonPost(body()), signal);
    // the first response corrects the time in the next request
    if (refusals.includes(response.status) && Math.abs(this.#clockErrorMs - assumed) > noticedClockErrorMs) {
      response = await this.#request(path, jsonPost(body()), signal);
    }
    if (refusals.includes(response.status)) throw new CloudRefused(refusal);
    if (!response.ok) throw new CloudUnavailable(`The cloud returned ${response.status} for ${path}`);
    const { accessToken, commandKeys: keys } = parsed(response, loginAnswer, path);
    if (keys) this.#onCommandKeys(keys);
    return accessToken;
  }

  async #request(path: string, request: Sent, signal: AbortSignal): Promise<WholeResponse> {
    const url = new URL(path, this.#options.url);
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]), maxBytes: largestAnswerBytes };
    const response = await reached(url, sendRequest(url, { ...request, ...limits }));
    const date = Date.parse(response.headers.date ?? '');
    if (!Number.isNaN(date)) this.#clockErrorMs = date - Date.now();
    return response;
  }

  #open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(path, this.#options.url);
    return reached(url, openStream(url, { headers, signal, idleMs: fileIdleMs }));
  }
}

/** @throws CloudUnavailable with the cause in words */
async function reached<R>(url: URL, response: Promise<R>): Promise<R> {
  try {
    return await response;
  } catch (error) {
    const clock = await clockProblem(error, url);
    throw new CloudUnavailable(clock ?? `The cloud isn’t responding: ${reasonOf(error)}`, { cause: error });
  }
}

function parsed<S extends z.ZodType>({ body }: WholeResponse, schema: S, path: string): z.infer<S> {
  try {
    return schema.parse(JSON.parse(body));
  } catch (error) {
    throw new CloudUnavailable(`The cloud's response to ${path} has an unexpected format`, { cause: error });
  }
}
