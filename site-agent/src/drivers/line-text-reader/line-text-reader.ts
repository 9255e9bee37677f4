import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import type { TagRead, TagReader } from '../../ports/tag-reader.ts';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { keepConnected, type Connection } from '../../transports/reconnect.ts';
import { openTcp } from '../../transports/tcp.ts';
import { TransportError } from '../../transports/transport.ts';
import { describe, HealthReport } from '../health-report.ts';
import { LineFramer } from '../line-framer.ts';
import { Listeners } from '../listeners.ts';
import type { LineTextReaderConfig } from './config.ts';
import { lineFormats } from './formats.ts';

/** A reader that writes its reads as lines of text over TCP (docs/site-devices.md#tag-readers). */
export class LineTextReader implements TagReader {
  readonly #config: LineTextReaderConfig;
  readonly #health = new HealthReport();
  readonly #listeners = new Listeners<TagRead>();
  #connection: Connection | undefined;

  constructor(config: LineTextReaderConfig) {
    this.#config = config;
  }

  start(): void {
    this.#connection ??= keepConnected({
      session: (signal) => this.#listen(signal),
      onLost: (error) => this.#health.offline(describe(error)),
    });
  }

  async stop(): Promise<void> {
    await this.#connection?.stop();
    this.#connection = undefined;
  }

  onRead(listener: (read: TagRead) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }

  health(): DeviceHealth {
    return this.#health.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#health.subscribe(listener);
  }

  /** Serves one connection, from its greeting to its loss. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { id, host, port, format } = this.#config;
    const { greeting, parse } = lineFormats[format];
    const line = await openTcp({ host, port, timeoutMs: 2_000, signal });
    try {
      const framer = new LineFramer();
      line.onData((chunk) => {
        const at = performance.now();
        for (const text of framer.push(chunk)) {
          const read = parse(text);
          if (read) this.#listeners.tell({ reader: id, at, ...read });
        }
      });
      if (greeting !== '') await line.write(Buffer.from(greeting, 'latin1'), WriteDeadline.none);
      this.#health.ready();
      throw new TransportError(await line.closed);
    } finally {
      line.close();
    }
  }
}
