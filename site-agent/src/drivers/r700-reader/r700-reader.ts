import type { IncomingMessage } from 'node:http';
import type { Unsubscribe } from '../../ports/device.ts';
import type { TagRead, TagReader } from '../../ports/tag-reader.ts';
import { peerOf } from '../../transports/tcp.ts';
import { TransportError } from '../../transports/transport.ts';
import { ConnectedDevice } from '../connected-device.ts';
import { DeviceClock } from '../device-clock.ts';
import { describe } from '../health-report.ts';
import { LineFramer } from '../line-framer.ts';
import type { R700ReaderConfig } from './config.ts';
import { parseEvent, type R700Event, type TimedEvent } from './events.ts';
import { R700Api } from './r700-api.ts';

/** An older read is a replay: its car may have left. */
const maxAgeMs = 5_000;
const statusEveryMs = 60_000;
const maxLineLength = 16 * 1024;

/** An Impinj R700 that streams its reads over HTTPS (docs/site-devices.md#tag-readers). */
export class R700Reader extends ConnectedDevice<TagRead> implements TagReader {
  readonly #config: R700ReaderConfig;
  /** Antennas without a cable, until they are connected or read again. */
  readonly #disconnected = new Set<number>();
  #overflow: { events: number; at: number } | null = null;
  /** When the reader's status, and with it the time, was last asked for. */
  #checkedAt = 0;

  constructor(config: R700ReaderConfig) {
    super();
    this.#config = config;
  }

  onRead(listener: (read: TagRead) => void): Unsubscribe {
    return this.subscribe(listener);
  }

  /** Serves one stream. The inventory of before is stopped first, so that the first event of the stream is of ours. */
  protected override async serve(signal: AbortSignal): Promise<void> {
    const api = new R700Api(this.#config, signal);
    const clock = new DeviceClock({ maxAgeMs, drift: 200e-6 });
    clock.sync((await api.status()).time, performance.now());
    this.#checkedAt = performance.now();
    await api.configureStream();
    await api.stopInventory();
    const stream = await api.stream();
    const check = (): void => void this.#check(api, clock, stream);
    const watch = setInterval(check, statusEveryMs);
    try {
      await api.startInventory();
      this.#overflow = null;
      this.#show();
      await this.#read(stream, (timed) => this.#take(timed, clock, check));
    } finally {
      clearInterval(watch);
      stream.destroy();
    }
  }

  async #read(stream: IncomingMessage, take: (timed: TimedEvent) => void): Promise<never> {
    const silentMs = 3_000 * this.#config.keepAliveSeconds;
    const framer = new LineFramer(maxLineLength);
    const silence = setTimeout(
      () => stream.destroy(new TransportError(`${this.#name}: nothing received for ${silentMs / 1_000} s`)),
      silentMs,
    );
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        silence.refresh();
        for (const line of framer.push(chunk)) {
          const timed = parseEvent(line);
          if (timed) take(timed);
        }
      }
    } catch (error) {
      throw error instanceof TransportError ? error : new TransportError(`${this.#name}: ${describe(error)}`);
    } finally {
      clearTimeout(silence);
    }
    throw new TransportError(`${this.#name}: the reader closed the stream`);
  }

  #take({ at, event }: TimedEvent, clock: DeviceClock, check: () => void): void {
    if (clock.isOld(at, performance.now())) {
      // either a replay, or the reader's clock was set back since it was last read
      if (performance.now() - this.#checkedAt > maxAgeMs) check();
      return;
    }
    this.#handle(event, check);
  }

  #handle(event: R700Event, check: () => void): void {
    switch (event.type) {
      case 'tag': {
        const { antenna, tag, rssi } = event;
        if (this.#disconnected.delete(antenna)) this.#show();
        this.tell({
          reader: this.#config.id,
          antenna,
          tag,
          count: 1,
          at: performance.now(),
          ...(rssi !== undefined && { rssi }),
        });
        break;
      }
      case 'antenna':
        if (event.isConnected) this.#disconnected.delete(event.antenna);
        else if (String(event.antenna) in this.#config.antennas) this.#disconnected.add(event.antenna);
        this.#show();
        break;
      case 'inventory':
        if (event.status === 'idle') check();
        break;
      case 'overflow':
        this.#overflow = { events: event.purged, at: performance.now() };
        this.#show();
        break;
    }
  }

  /** Reads the reader's time, and ends the stream if another client has stopped the inventory. */
  async #check(api: R700Api, clock: DeviceClock, stream: IncomingMessage): Promise<void> {
    this.#checkedAt = performance.now();
    try {
      const { isIdle, time } = await api.status();
      clock.set(time, performance.now());
      if (this.#overflow && performance.now() - this.#overflow.at > statusEveryMs) this.#overflow = null;
      this.#show();
      if (isIdle) stream.destroy(new TransportError(`${this.#name}: its inventory was stopped`));
    } catch (error) {
      stream.destroy(error as Error);
    }
  }

  #show(): void {
    const [antenna] = this.#disconnected;
    if (antenna !== undefined) this.healthReport.faulty(`antenna ${antenna} isn’t connected; check its cable`);
    else if (this.#overflow)
      this.healthReport.faulty(`it discarded ${this.#overflow.events} events, because they were not received fast enough`);
    else this.healthReport.ready();
  }

  get #name(): string {
    return peerOf(this.#config);
  }
}
