import type { Unsubscribe } from '../../ports/device.ts';
import type { TagRead, TagReader } from '../../ports/tag-reader.ts';
import { openTcp } from '../../transports/tcp.ts';
import { openTls } from '../../transports/tls.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';
import { ConnectedDevice } from '../connected-device.ts';
import type { LlrpReaderConfig } from './config.ts';
import { LlrpSession, ReaderTaken } from './llrp-session.ts';
import { ReaderProblems } from './reader-problems.ts';

/** A reader that speaks LLRP, over TCP or TLS (docs/site-devices.md#llrp-llrp-reader). */
export class LlrpReader extends ConnectedDevice<TagRead> implements TagReader {
  readonly #config: LlrpReaderConfig;
  #isTaken = false;

  constructor(config: LlrpReaderConfig) {
    super();
    this.#config = config;
  }

  onRead(listener: (read: TagRead) => void): Unsubscribe {
    return this.subscribe(listener);
  }

  protected override lost(error: unknown): void {
    this.#isTaken = error instanceof ReaderTaken;
    super.lost(error);
  }

  protected override waitMs(ms: number): number {
    return this.#isTaken ? this.#config.takenRetryMs : ms;
  }

  protected override async serve(signal: AbortSignal): Promise<void> {
    let isStarted = false;
    const showHealth = (): void => {
      if (isStarted) this.healthReport.responds(problems.text ?? null);
    };
    const problems = new ReaderProblems(showHealth);
    const transport = await this.#open(signal);
    const session = new LlrpSession({ config: this.#config, transport, problems, onRead: (read) => this.tell(read) });
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
