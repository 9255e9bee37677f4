import { z } from 'zod';

export interface CloudOptions {
  /** Address of the cloud without a path, e.g. https://wash.example.com */
  url: string;
  clientId: string;
  clientSecret: string;
}

/** The cloud was unreachable or returned an invalid response. Every call here only reads, so whether it was executed does not matter. */
export class CloudUnavailable extends Error {
  override readonly name = 'CloudUnavailable';
}

/** The cloud refuses the site's service account: waiting does not help. */
export class CloudRefused extends CloudUnavailable {}

const deadlineMs = 10_000;
const unauthorized = 401;
const refusals: readonly number[] = [400, unauthorized, 403];
/** Largest response, decompressed: ten times the largest page of the roster. */
const largestAnswerBytes = 16_777_216;

/** The session's other fields are not used here. */
const loginAnswer = z.object({ accessToken: z.string().min(1) });

/** Calls the cloud's HTTP API as the site's service account: one token per hour, fetched on demand. */
export class CloudClient {
  readonly #options: CloudOptions;
  #token: string | null = null;

  constructor(options: CloudOptions) {
    this.#options = options;
  }

  /**
   * @param path starts with `/api`, with its query
   * @throws CloudUnavailable
   */
  async get<S extends z.ZodType>(path: string, answer: S, signal: AbortSignal): Promise<z.infer<S>> {
    const response = await this.#authorized(path, signal);
    if (response.status === 403) throw new CloudRefused('The site’s service account may not read the list of members; check its rights');
    if (!response.ok) throw new CloudUnavailable(`The cloud returned ${response.status} for ${path}`);
    return parsed(response, answer, path);
  }

  /** Sends the request; replaces a rejected token once. */
  async #authorized(path: string, signal: AbortSignal): Promise<Response> {
    const first = await this.#request(path, { headers: await this.#bearer(signal) }, signal);
    if (first.status !== unauthorized) return first;
    await first.body?.cancel();
    this.#token = null;
    return this.#request(path, { headers: await this.#bearer(signal) }, signal);
  }

  async #bearer(signal: AbortSignal): Promise<Record<string, string>> {
    this.#token ??= await this.#login(signal);
    return { authorization: `Bearer ${this.#token}` };
  }

  async #login(signal: AbortSignal): Promise<string> {
    const { clientId, clientSecret } = this.#options;
    const path = '/api/auth/loginserviceaccount';
    const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret });
    const response = await this.#request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, signal);
    if (refusals.includes(response.status))
      throw new CloudRefused('The cloud refuses the site’s service account; check clientId and clientSecret');
    if (!response.ok) throw new CloudUnavailable(`The cloud returned ${response.status} for ${path}`);
    return (await parsed(response, loginAnswer, path)).accessToken;
  }

  async #request(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(new URL(path, this.#options.url), { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]) });
    } catch (error) {
      throw new CloudUnavailable(`The cloud isn’t responding: ${reasonOf(error)}`, { cause: error });
    }
  }
}

async function parsed<S extends z.ZodType>(response: Response, schema: S, path: string): Promise<z.infer<S>> {
  try {
    return schema.parse(JSON.parse(await textOf(response)));
  } catch (error) {
    throw new CloudUnavailable(`The cloud's response to ${path} has an unexpected format`, { cause: error });
  }
}

/** Reads the body, which `fetch` decompresses. @throws RangeError beyond `largestAnswerBytes` */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > largestAnswerBytes) throw new RangeError(`More than ${largestAnswerBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the reason, which fetch hides in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error && cause.message ? cause.message : String(error);
}
