import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { WriteDeadline } from '../ports/write-deadline.ts';
import { readAll } from './read-all.ts';
import { TransportError, type Transport } from './transport.ts';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** With the query. */
  path: string;
  /** The peer, for the `Host` header. */
  host: string;
  port: number;
  login?: { user: string; password: string } | undefined;
  json?: unknown;
  /** Maximum time from the request to the end of the response's headers, in milliseconds. */
  timeoutMs: number;
}

export interface HttpResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Left out of the `Host` header. */
const usualPorts = new Set([80, 443]);

/**
 * Sends a request over an open transport, which serves this request only. The deadline is checked where the bytes leave: there is no pool, no
 * queue, no retry and no redirect that could deliver them later.
 * @returns the response with its body unread
 * @throws CommandExpired after the deadline: nothing was sent
 * @throws TransportError
 */
export function openResponse(transport: Transport, request: HttpRequest, deadline: WriteDeadline): Promise<IncomingMessage> {
  const { method, path, host, port, login, json, timeoutMs } = request;
  const body = json === undefined ? '' : JSON.stringify(json);
  const headers = {
    ...(login && { Authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` }),
    ...(json !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const authority = { host, port, ...(usualPorts.has(port) && { defaultPort: port }) };
    const outgoing = httpRequest({ method, path, ...authority, headers, createConnection: () => new TransportStream(transport, deadline) });
    const timer = setTimeout(() => outgoing.destroy(new TransportError('it accepted the connection but didn’t respond')), timeoutMs);
    outgoing.once('response', (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    // also after the response, when its stream reports the same error
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(body);
  });
}

/**
 * Reads the whole response.
 * @throws TransportError if it does not end in time or is longer than `maxBytes`
 */
export async function readResponse(
  response: IncomingMessage,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): Promise<HttpResponse> {
  const timer = setTimeout(() => response.destroy(new TransportError('the response did not end')), timeoutMs);
  try {
    const body = await readAll(response, maxBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, body: body.toString('utf8') };
  } catch (error) {
    if (error instanceof RangeError) throw new TransportError(`a response of more than ${maxBytes} bytes`);
    throw error instanceof TransportError ? error : new TransportError('the response ended early', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The transport as the stream that node:http reads and writes. */
class TransportStream extends Duplex {
  readonly #transport: Transport;
  readonly #deadline: WriteDeadline;

  constructor(transport: Transport, deadline: WriteDeadline) {
    super();
    this.#transport = transport;
    this.#deadline = deadline;
    transport.onData((chunk) => this.push(chunk));
    void transport.closed.then(() => this.push(null));
  }

  override _read(): void {
    // the transport pushes what arrives
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    void this.#send(chunk, done);
  }

  async #send(chunk: Buffer, done: (error?: Error) => void): Promise<void> {
    try {
      await this.#transport.write(chunk, this.#deadline);
    } catch (error) {
      return done(error as Error);
    }
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#transport.abort();
    done(error);
  }
}
