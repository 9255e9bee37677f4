import type { TagRead } from '../../ports/tag-reader.ts';
import { peerOf } from '../../transports/tcp.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';
import type { LlrpReaderConfig } from './config.ts';
import { LlrpConnection, RequestRejected } from './llrp-connection.ts';
import type { Message } from './message-framer.ts';
import { MalformedMessage, messageTypes } from './parameters.ts';
import { ReaderClock, type ReaderTime } from './reader-clock.ts';
import { antennaStatesOf, manufacturerOf, notificationOf, type AntennaState, type ReaderEvent } from './reader-messages.ts';
import type { ReaderProblems } from './reader-problems.ts';
import {
  addRospec,
  deleteRospecs,
  enableImpinjExtensions,
  enableRospec,
  getAntennaProperties,
  getCapabilities,
  getRegulation,
  impinj,
  setReaderConfig,
  type Request,
} from './requests.ts';
import { TagReports } from './tag-reports.ts';
import { transmitterOf, type Transmitter } from './transmitter.ts';

/** The reader accepts one client, and has one. */
export class ReaderTaken extends TransportError {}

/** A reader reports the result of the connection by itself. */
const greetingTimeoutMs = 5_000;

/** The reader counts as disconnected after this many keepalives without a message. */
const silentKeepalives = 2.5;

/** If every read is old for this long, the reader's clock was set back: a new connection compares the clocks anew. */
const onlyOldReadsMs = 10_000;

/** Statuses of the connection attempt. */
const accepted = 0;
const refusals: Partial<Record<number, string>> = {
  1: 'another program holds this reader, over a connection that the reader opened',
  2: 'another program holds this reader, or it has not noticed yet that its last connection is lost',
  4: 'another program holds this reader',
};

const none = Buffer.alloc(0);

interface Options {
  config: LlrpReaderConfig;
  transport: Transport;
  problems: ReaderProblems;
  onRead: (read: TagRead) => void;
}

/** One connection to a reader, from its greeting to its loss: sets the reader up and turns its reports into reads. */
export class LlrpSession {
  readonly #config: LlrpReaderConfig;
  readonly #problems: ReaderProblems;
  readonly #onRead: (read: TagRead) => void;
  readonly #connection: LlrpConnection;
  readonly #greeting = Promise.withResolvers<number>();
  readonly #clock = new ReaderClock();
  readonly #reports = new TagReports();
  /** Reports before the inventory starts are of an earlier one: held back while the agent was disconnected. */
  #isReading = false;
  #onlyOldSince: number | undefined;

  constructor({ config, transport, problems, onRead }: Options) {
    this.#config = config;
    this.#problems = problems;
    this.#onRead = onRead;
    this.#connection = new LlrpConnection({ transport, peer: peerOf(config), onMessage: (message, at) => this.#receive(message, at) });
  }

  /** @throws TransportError if the reader refuses the connection or a request, or does not respond */
  async start(): Promise<void> {
    try {
      await this.#setUp();
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      throw new TransportError(`${peerOf(this.#config)}: it sends messages that can’t be read: ${error.message}`, { cause: error });
    }
  }

  async #setUp(): Promise<void> {
    const { keepaliveMs, session } = this.#config;
    await this.#greet();
    await this.#connection.request(deleteRospecs);
    const isImpinj = await this.#enableExtensions();
    await this.#connection.request(setReaderConfig({ keepaliveMs, isImpinj }));
    this.#connection.limitSilence(keepaliveMs * silentKeepalives);
    this.#checkAntennas(antennaStatesOf((await this.#ask(getAntennaProperties)) ?? none));
    const dualTarget = this.#searchMode(isImpinj);
    const transmitter = await this.#transmitter();
    await this.#connection.request(addRospec({ session, dualTarget, transmitter }));
    this.#isReading = true;
    await this.#connection.request(enableRospec);
  }

  /** @returns whether the reader has Impinj's extensions */
  async #enableExtensions(): Promise<boolean> {
    if (manufacturerOf((await this.#ask(getCapabilities)) ?? none) !== impinj) return false;
    return (await this.#ask(enableImpinjExtensions)) !== undefined;
  }

  #searchMode(isImpinj: boolean): boolean | undefined {
    const { dualTarget } = this.#config;
    if (isImpinj) return dualTarget ?? true;
    if (dualTarget !== undefined) this.#problems.set('dual-target', 'dualTarget has no effect: this reader isn’t an Impinj');
    return undefined;
  }

  async #transmitter(): Promise<Transmitter | undefined> {
    const { transmitPower } = this.#config;
    if (transmitPower === undefined) return undefined;
    const transmitter = transmitterOf((await this.#ask(getRegulation)) ?? none, transmitPower);
    if (!transmitter) this.#problems.set('power', 'transmitPower has no effect: this reader doesn’t report its powers');
    return transmitter;
  }

  /** Asks what a reader need not know. @returns undefined if it rejects the question */
  async #ask(question: Request): Promise<Buffer | undefined> {
    try {
      return await this.#connection.request(question);
    } catch (error) {
      if (error instanceof RequestRejected) return undefined;
      throw error;
    }
  }

  /** Resolves with the cause when the connection is lost. */
  get lost(): Promise<string> {
    return this.#connection.lost;
  }

  /** Ends the session. No read is reported from now on. */
  async close(): Promise<void> {
    this.#isReading = false;
    await this.#connection.close();
  }

  /** Waits for the reader's decision on the connection. */
  async #greet(): Promise<void> {
    const silent = this.#config.tls ? 'check the port' : 'check the port, and whether the reader requires TLS';
    const cause = `it accepted the connection but sent no LLRP event: ${silent}`;
    const status = await this.#connection.within(this.#greeting.promise, greetingTimeoutMs, cause);
    if (status === accepted) return;
    const refusal = refusals[status];
    if (refusal !== undefined) throw new ReaderTaken(`${peerOf(this.#config)}: ${refusal}`);
    throw new TransportError(`${peerOf(this.#config)}: it refused the connection (status ${status})`);
  }

  #receive({ type, body }: Message, at: number): void {
    try {
      if (type === messageTypes.roAccessReport) this.#readReport(body, at);
      else this.#readNotification(body, at);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.#problems.setForAMoment('malformed', `it sends messages that can’t be read: ${error.message}`);
    }
  }

  #readReport(body: Buffer, at: number): void {
    for (const { tag, antenna, rssi, count, seen } of this.#reports.read(body)) {
      if (!this.#isReading || (seen && this.#isOld(seen, at))) continue;
      this.#problems.clear(antennaProblem(antenna));
      this.#onRead({ reader: this.#config.id, antenna, tag, ...(rssi === undefined ? {} : { rssi }), count, at });
    }
  }

  #isOld(seen: ReaderTime, at: number): boolean {
    const isOld = this.#clock.isOld(seen, at);
    this.#onlyOldSince = isOld ? (this.#onlyOldSince ?? at) : undefined;
    if (at - (this.#onlyOldSince ?? at) > onlyOldReadsMs) this.#connection.giveUp('it sends old reads only, or its clock was set back');
    return isOld;
  }

  #readNotification(body: Buffer, at: number): void {
    const { time, events } = notificationOf(body);
    if (time) this.#clock.sync(time, at);
    for (const event of events) this.#takeEvent(event);
  }

  #takeEvent(event: ReaderEvent): void {
    if (event.kind === 'connection-attempt') this.#greeting.resolve(event.status);
    else if (event.kind === 'antenna') this.#setAntenna(event);
    else if (event.kind === 'buffer-level') this.#problems.setForAMoment('buffer-level', `its report buffer is ${event.percent} % full`);
    else if (event.kind === 'buffer-overflow')
      this.#problems.setForAMoment('buffer-overflow', 'reads are lost: its report buffer has overflowed');
    else if (event.kind === 'exception') this.#problems.setForAMoment('exception', `it reports an error: ${event.text || '(no text)'}`);
    else if (event.kind === 'closing') this.#connection.giveUp('the reader ended the connection');
    else if (this.#isReading) this.#connection.giveUp('the reader stopped reading');
  }

  /** @param states empty if the reader does not report them */
  #checkAntennas(states: readonly AntennaState[]): void {
    for (const state of states) this.#setAntenna(state);
    const known = new Set(states.map(({ antenna }) => String(antenna)));
    const missing = Object.keys(this.#config.antennas).filter((antenna) => !known.has(antenna));
    if (known.size > 0 && missing.length > 0) this.#problems.set('antennas', `this reader has no antenna ${missing.join(' and ')}`);
  }

  /** Antennas without a lane may be disconnected. */
  #setAntenna({ antenna, isConnected }: AntennaState): void {
    if (isConnected) this.#problems.clear(antennaProblem(antenna));
    else if (this.#config.antennas[antenna] !== undefined)
      this.#problems.set(antennaProblem(antenna), `antenna ${antenna} is disconnected`);
  }
}

const antennaProblem = (antenna: number): string => `antenna ${antenna}`;
