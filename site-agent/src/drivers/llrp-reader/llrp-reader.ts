import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import type { TagRead, TagReader } from '../../ports/tag-reader.ts';
import { keepConnected, pause, type Connection } from '../../transports/reconnect.ts';
import { openTcp } from '../../transports/tcp.ts';
import { openTls } from '../../transports/tls.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';
import { describe, HealthReport } from '../health-report.ts';
import { Listeners } from '../listeners.ts';
import type { LlrpReaderConfig } from './config.ts';
import { LlrpSession, ReaderTaken } from './llrp-session.ts';
import { ReaderProblems } from './reader-problems.ts';

/** A reader that speaks LLRP, over TCP or TLS (docs/site-devices.md#llrp-llrp-reader). */
export class LlrpReader implements TagReader {
  readonly #config: LlrpReaderConfig;
  readonly #health = new HealthReport();
  readonly #listeners = new Listeners<TagRead>();
  #isTaken = false;
  #connection: Connection | undefined;

  constructor(config: LlrpReaderConfig) {
    this.#config = config;
  }

  start(): void {
    this.#connection ??= keepConnected({
      session: (signal) => this.#run(signal),
      onLost: (error) => {
        this.#isTaken = error instanceof ReaderTaken;
        this.#health.offline(describe(error));
      },
      wait: (ms, signal) => pause(this.#isTaken ? this.#config.takenRetryMs : ms, signal),
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
  async #run(signal: AbortSignal): Promise<void> {
    let isStarted = false;
    const showHealth = (): void => {
      if (!isStarted) return;
      if (problems.text === undefined) this.#health.ready();
      else this.#health.faulty(problems.text);
    };
    const problems = new ReaderProblems(showHealth);
    const transport = await this.#open(signal);
    const session = new LlrpSession({ config: this.#config, transport, problems, onRead: (read) => this.#listeners.tell(read) });
    const close = (): void => void session.close();
    signal.addEventListener('abort', close);
    try {
      await session.start();
      isStarted = true;
      showHealth();
      throw new TransportError(await session.lost);
    } finally {
      signal.removeEventListener('abort', close);
      problems.stop();
      transport.close();
    }
  }

  #open(signal: AbortSignal): Promise<Transport> {
    const { host, port, tls } = this.#config;
    // the session closes the connection itself, so that the reader learns of it
    const options = { host, port, timeoutMs: 2_000, attemptSignal: signal };
    return tls ? openTls({ ...options, ...tls }) : openTcp(options);
  }
}
