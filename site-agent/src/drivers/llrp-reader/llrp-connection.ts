import { WriteDeadline } from '../../ports/write-deadline.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';
import { MessageFramer, type Message } from './message-framer.ts';
import { MalformedMessage, message, messageTypes } from './parameters.ts';
import { statusOf, statusText } from './reader-messages.ts';
import { closeConnection, deleteRospecs, type Request } from './requests.ts';

const responseTimeoutMs = 5_000;
/** A reader that is asked to end the connection gets this long. */
const goodbyeMs = 500;

/** The reader answered a request with an error. */
export class RequestRejected extends TransportError {}

interface Options {
  transport: Transport;
  /** Host and port, for messages. */
  peer: string;
  /** Receives reports and events. A message that it cannot read is its own concern. */
  onMessage: (message: Message, at: number) => void;
}

/** One connection to a reader: messages in both directions, requests with their responses, keepalives and silence. */
export class LlrpConnection {
  readonly #transport: Transport;
  readonly #peer: string;
  readonly #onMessage: Options['onMessage'];
  readonly #framer = new MessageFramer();
  readonly #lost = Promise.withResolvers<string>();
  #nextId = 1;
  #pending: { id: number; answer: (response: Message) => void } | undefined;
  #isAcknowledging = false;
  #receivedAt = performance.now();
  #silence: NodeJS.Timeout | undefined;

  constructor({ transport, peer, onMessage }: Options) {
    this.#transport = transport;
    this.#peer = peer;
    this.#onMessage = onMessage;
    void transport.closed.then((cause) => this.#end(cause));
    transport.onData((chunk) => this.#receive(chunk));
  }

  /** Resolves with the cause when the connection is lost or given up. */
  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  /**
   * Sends a request and returns the parameters of its response. One at a time.
   * @throws RequestRejected
   * @throws MalformedMessage if the response can't be read
   * @throws TransportError if the reader does not respond
   */
  async request({ name, type, responseType, body, parametersAt = 0 }: Request): Promise<Buffer> {
    const response = await this.within(this.#responseTo(type, body), responseTimeoutMs, `it didn’t respond to ${name}`);
    const parameters = response.body.subarray(response.type === responseType ? parametersAt : 0);
    const status = statusOf(parameters);
    if (response.type === responseType && (status?.code ?? 0) === 0) return parameters;
    throw new RequestRejected(`${this.#peer}: it rejected ${name}${status ? ` (${statusText(status)})` : ''}`);
  }

  /** @throws TransportError if `wanted` does not come in time, or before the connection is lost; `cause` then ends it */
  async within<T>(wanted: Promise<T>, ms: number, cause: string): Promise<T> {
    const timer = setTimeout(() => this.giveUp(cause), ms);
    try {
      return await Promise.race([wanted, this.lost.then((reason) => Promise.reject(new TransportError(reason)))]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives the connection up when the reader has sent nothing for `ms`. */
  limitSilence(ms: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => setImmediate(() => this.#checkSilence(ms)), this.#receivedAt + ms - performance.now());
  }

  giveUp(cause: string): void {
    this.#end(`${this.#peer}: ${cause}`);
    this.#transport.abort();
  }

  /** Switches the antennas off and ends the connection at both ends, so that the reader does not hold it. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#transport.close(), goodbyeMs);
    try {
      if (this.#pending || !this.#transport.isOpen) return;
      await this.request(deleteRospecs);
      await this.request(closeConnection);
    } catch (error) {
      // a reader that does not respond, or not in LLRP, is disconnected too
      if (!(error instanceof TransportError || error instanceof MalformedMessage)) throw error;
    } finally {
      clearTimeout(timer);
      this.#transport.close();
    }
  }

  #responseTo(type: number, body: Buffer): Promise<Message> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((answer) => {
      this.#pending = { id, answer };
      void this.#send(message(type, id, body));
    });
  }

  #receive(chunk: Buffer): void {
    const at = performance.now();
    this.#receivedAt = at;
    for (const received of this.#framer.push(chunk)) this.#take(received, at);
    if (this.#framer.refusal !== undefined) this.giveUp(this.#framer.refusal);
  }

  #take(received: Message, at: number): void {
    if (received.type === messageTypes.keepalive) return this.#acknowledge(received.id);
    if (received.type === messageTypes.roAccessReport || received.type === messageTypes.readerEventNotification) {
      return this.#onMessage(received, at);
    }
    if (received.id !== this.#pending?.id) return;
    const { answer } = this.#pending;
    this.#pending = undefined;
    answer(received);
  }

  /** At most one acknowledgment waits: a reader that floods keepalives and reads nothing must not fill the memory. */
  #acknowledge(id: number): void {
    if (this.#isAcknowledging) return;
    this.#isAcknowledging = true;
    void this.#send(message(messageTypes.keepaliveAck, id)).then(() => (this.#isAcknowledging = false));
  }

  async #send(bytes: Buffer): Promise<void> {
    // a failed write ends the connection
    await this.#transport.write(bytes, WriteDeadline.none).catch(() => this.#transport.abort());
  }

  /** After the computer was suspended, Node runs timers first: bytes that arrived meanwhile are read before this. */
  #checkSilence(ms: number): void {
    if (!this.#transport.isOpen) return;
    if (performance.now() - this.#receivedAt < ms) this.limitSilence(ms);
    else this.giveUp(`it sent nothing for ${Math.round(ms / 100) / 10} s, not even a keepalive`);
  }

  #end(cause: string): void {
    clearTimeout(this.#silence);
    this.#lost.resolve(cause);
  }
}
