import { writeSync } from 'node:fs';
import { SerialPort, type SerialPortMock } from 'serialport';
import type { WriteDeadline } from '../ports/write-deadline.ts';
import { pause } from './reconnect.ts';
import { serialProblem } from './serial-problem.ts';
import { wireMs, type SerialSettings } from './serial-settings.ts';
import { TransportError, type OpenOptions, type Transport } from './transport.ts';

/** Bytes per write: a device that stops the flow by XOFF still receives the rest of one. */
const chunkBytes = 32;

/** Wait before the next attempt while the system's buffer is full. */
const retryMs = 10;

/** Bytes that are stored for the first listener; a relay that only receives has none. */
const storedBytes = 4_096;

const stopped = 'the device stopped accepting data';

const disappeared = 'the port disappeared; check the cable and the device’s power';

/** Interval of the check whether the port still exists. */
const checkMs = 250;

type Port = SerialPort | SerialPortMock;

type PortSettings = Omit<SerialSettings, 'flowControl'> & { xon: boolean; xoff: boolean; rtscts: boolean; autoOpen: false };

/**
 * Opens a serial port for one connection. A SerialPort is never opened again: it would then send what was written to it while it was closed
 * (docs/site-devices.md#serial-ports).
 * @param create replaces the library's class in tests
 * @throws TransportError with a sentence for IT if the port is missing, in use or not permitted
 */
export async function openSerial(
  options: SerialSettings & OpenOptions,
  create: (settings: PortSettings) => Port = (settings) => new SerialPort(settings),
): Promise<Transport> {
  const { path, baudRate, dataBits, parity, stopBits, flowControl } = options;
  const flow = { xon: flowControl === 'xon-xoff', xoff: flowControl === 'xon-xoff', rtscts: flowControl === 'rts-cts' };
  const port = create({ path, baudRate, dataBits, parity, stopBits, ...flow, autoOpen: false });
  await opened(port, options);
  return new SerialTransport(port, options);
}

async function opened(port: Port, { path, timeoutMs, signal, attemptSignal }: SerialSettings & OpenOptions): Promise<void> {
  const ends = [signal, attemptSignal].filter((given) => given !== undefined);
  if (ends.some(({ aborted }) => aborted)) throw new TransportError(`${path}: canceled`);
  const opening = new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  const givenUp = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...ends]);
  const { promise: gaveUp, reject: giveUp } = Promise.withResolvers<never>();
  const onGivenUp = (): void => giveUp(new TransportError(`${path}: opening the port timed out`));
  givenUp.addEventListener('abort', onGivenUp);
  try {
    await Promise.race([opening, gaveUp]);
  } catch (error) {
    // a port that opens later is closed at once
    void opening.then(
      () => port.close(() => undefined),
      () => undefined,
    );
    throw error instanceof TransportError ? error : new TransportError(await serialProblem(path, error), { cause: error });
  } finally {
    givenUp.removeEventListener('abort', onGivenUp);
  }
}

class SerialTransport implements Transport {
  readonly closed: Promise<string>;
  readonly #port: Port;
  readonly #options: SerialSettings & OpenOptions;
  readonly #ended = new AbortController();
  readonly #settle: () => void;
  #cause = disappeared;
  #isClosed = false;
  #last: Promise<unknown> | undefined;
  #listeners: ((chunk: Buffer) => void)[] = [];
  #stored: Buffer[] = [];

  constructor(port: Port, options: SerialSettings & OpenOptions) {
    this.#port = port;
    this.#options = options;
    const close = (): void => this.close();
    options.signal?.addEventListener('abort', close);
    port.on('error', (error: Error) => (this.#cause = error.message));
    // The port is always read, even for a device that sends nothing: otherwise the library does not report that the port disappeared.
    port.on('data', (chunk: Buffer) => this.#receive(chunk));
    const check = setInterval(() => this.#check(), checkMs);
    const { promise, resolve } = Promise.withResolvers<string>();
    this.closed = promise;
    this.#settle = () => {
      this.#isClosed = true;
      clearInterval(check);
      options.signal?.removeEventListener('abort', close);
      this.#ended.abort();
      resolve(`${options.path}: ${this.#cause}`);
    };
    port.once('close', this.#settle);
    if (options.signal?.aborted) close();
  }

  get isOpen(): boolean {
    return this.#port.isOpen && !this.#ended.signal.aborted;
  }

  onData(listener: (chunk: Buffer) => void): void {
    this.#listeners.push(listener);
    for (const chunk of this.#stored.splice(0)) listener(chunk);
  }

  write(bytes: Uint8Array, deadline: WriteDeadline): Promise<void> {
    deadline.check();
    const sent = this.#last ? this.#last.then(() => this.#send(bytes, deadline)) : this.#send(bytes, deadline);
    const last = sent
      .catch(() => undefined)
      .then(() => {
        if (this.#last === last) this.#last = undefined;
      });
    this.#last = last;
    return sent;
  }

  /** An unfinished write is discarded: the system would keep the port for up to 30 s to send it. */
  close(): void {
    this.#end('closed by the agent', this.#last !== undefined);
  }

  abort(): void {
    this.#end('closed by the agent', true);
  }

  #end(cause: string, discards: boolean): void {
    if (!this.isOpen) return;
    this.#cause = cause;
    this.#ended.abort();
    if (discards) this.#port.flush(() => this.#close());
    else this.#close();
  }

  /** A port that the system can't close never emits `close`. One that the library is closing already does. */
  #close(): void {
    this.#port.close((error) => {
      if (!error || this.#isClosed || this.#port.closing) return;
      this.#cause += `; the system can’t close the port: ${error.message}`;
      this.#settle();
    });
  }

  /**
   * Closes a port that disappeared. If that happens during a read, the library reads the missing port in an endless loop and never reports
   * it. Writing nothing fails on a missing port only.
   */
  #check(): void {
    const fd = descriptorOf(this.#port);
    if (fd === null || !this.isOpen) return;
    try {
      writeSync(fd, Buffer.alloc(0));
    } catch (error) {
      if (!isFull(error)) this.#end(disappeared, true);
    }
  }

  #receive(chunk: Buffer): void {
    for (const listener of this.#listeners) listener(chunk);
    if (this.#listeners.length > 0) return;
    this.#stored.push(chunk);
    while (this.#stored.reduce((sum, { length }) => sum + length, 0) > storedBytes) this.#stored.shift();
  }

  /** Sends in small pieces, each with the time that the wire needs for it, so that no buffer contains more than one. */
  async #send(bytes: Uint8Array, deadline: WriteDeadline): Promise<void> {
    const { path, timeoutMs, writeTimeoutMs = timeoutMs } = this.#options;
    let acceptedAt = performance.now();
    for (let at = 0; at < bytes.length;) {
      if (!this.isOpen) throw new TransportError(`${path}: ${this.#cause}`);
      if (at === 0) deadline.check();
      const piece = bytes.subarray(at, at + chunkBytes);
      const fd = descriptorOf(this.#port);
      const accepted = fd === null ? await this.#handToLibrary(piece, writeTimeoutMs) : this.#handToSystem(fd, piece);
      if (accepted > 0) acceptedAt = performance.now();
      else if (performance.now() - acceptedAt > writeTimeoutMs) this.#refuse(stopped);
      at += accepted;
      await pause(accepted === 0 ? retryMs : wireMs(accepted, this.#options), this.#ended.signal);
    }
  }

  /**
   * Hands bytes to the system within this step. The library would wait for one of Node's few worker threads, which slow disks and name
   * look-ups occupy: a command could leave late.
   * @returns how many were accepted; 0 while the device stops the flow
   */
  #handToSystem(fd: number, bytes: Uint8Array): number {
    try {
      return writeSync(fd, bytes);
    } catch (error) {
      return isFull(error) ? 0 : this.#refuse(disappeared);
    }
  }

  /** Windows accepts bytes through the library only, which writes in a thread of its own there. */
  async #handToLibrary(bytes: Uint8Array, timeoutMs: number): Promise<number> {
    const written = new Promise<number>((resolve) => this.#port.write(bytes, () => resolve(bytes.length)));
    return (await Promise.race([written, pause(timeoutMs, this.#ended.signal)])) ?? this.#refuse(stopped);
  }

  #refuse(cause: string): never {
    this.#end(cause, true);
    throw new TransportError(`${this.#options.path}: ${cause}`);
  }
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

/** Returns the open port's file descriptor; null on Windows, where the library's number is a handle. */
function descriptorOf({ port }: Port): number | null {
  if (process.platform === 'win32' || typeof port !== 'object' || port === null || !('fd' in port)) return null;
  return typeof port.fd === 'number' ? port.fd : null;
}
