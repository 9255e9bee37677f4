import type { Unsubscribe } from '../../ports/device.ts';
import type { TagRead, TagReader } from '../../ports/tag-reader.ts';
import { listenTcp } from '../../transports/listen-tcp.ts';
import { openTransport, type DeviceAddress } from '../../transports/open-transport.ts';
import { pause } from '../../transports/reconnect.ts';
import { StallWatch } from '../../transports/stall-watch.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';
import { unreadableIn } from '../../transports/unreadable-bytes.ts';
import { ConnectedDevice } from '../connected-device.ts';
import { addressOf } from '../device-fields.ts';
import { LineFramer } from '../line-framer.ts';
import { alien } from './alien.ts';
import type { LineTextReaderConfig } from './config.ts';
import { EncompassCommands } from './encompass-commands.ts';
import { encompass } from './encompass.ts';
import type { LineFormat } from './line-format.ts';

const missed = 'its last reads came too late, because this computer was stopped or overloaded, and were dropped';

const unreadable = 'it sends unreadable bytes; check the format, the baud rate, the parity and the cable';
/** Without a read between them: some noise before a read is usual. */
const mostUnreadable = 256;

const formats: Record<LineTextReaderConfig['format'], LineFormat> = { encompass, alien };

/** A reader that writes its reads as lines of text, over TCP or at a serial port (docs/site-devices.md#tag-readers). */
export class LineTextReader extends ConnectedDevice<TagRead> implements TagReader {
  readonly #config: LineTextReaderConfig;
  readonly #format: LineFormat;
  /** The lines have no time by which an old read could be recognized. */
  readonly #stalls = new StallWatch();
  /** When a reader that connects to the agent was last active. */
  #activeAt = 0;
  /** Unreadable bytes since the last read. */
  #unreadable = 0;

  constructor(config: LineTextReaderConfig) {
    super();
    this.#config = config;
    this.#format = formats[config.format];
  }

  onRead(listener: (read: TagRead) => void): Unsubscribe {
    return this.subscribe(listener);
  }

  protected override async serve(signal: AbortSignal): Promise<void> {
    this.#stalls.start();
    try {
      await (this.#config.listen ? this.#accept(this.#config.listen, signal) : this.#listen(signal));
    } finally {
      this.#stalls.stop();
    }
  }

  /** Serves one connection to the reader, from its setup to its loss. */
  async #listen(signal: AbortSignal): Promise<void> {
    // at the end, a reader in command mode is switched back before the connection closes
    const transport = await openTransport(this.#address(), { timeoutMs: 2_000, attemptSignal: signal });
    const lost = new AbortController();
    void transport.closed.then(() => lost.abort());
    try {
      await this.#talk(transport, AbortSignal.any([signal, lost.signal]));
    } finally {
      transport.close();
      await transport.closed;
    }
    throw new TransportError(await transport.closed);
  }

  /** A TransCore reader that lost its power behind a serial port or a converter is only found by asking it. */
  async #talk(transport: Transport, ended: AbortSignal): Promise<void> {
    const commands = this.#config.format === 'encompass' ? new EncompassCommands(transport) : null;
    const { silentAfterMs } = this.#config;
    let activeAt = performance.now();
    this.#receive(transport, (line) => {
      activeAt = performance.now();
      commands?.receive(line);
    });
    this.healthReport.responds((await commands?.setUp(this.#config)) ?? null);
    while (!ended.aborted) {
      await pause(silentAfterMs, ended);
      if (!commands || ended.aborted || performance.now() - activeAt < silentAfterMs) continue;
      const silence = await commands.check();
      if (silence !== null) this.healthReport.offline(silence);
      else if (this.healthReport.current.status === 'offline') this.healthReport.ready();
    }
  }

  #address(): DeviceAddress {
    const { host, port, serial } = this.#config;
    const { baudRate, flowControl } = this.#format.serial;
    const settings = serial && { ...serial, baudRate: serial.baudRate ?? baudRate, flowControl: serial.flowControl ?? flowControl };
    return addressOf({ host, port, serial: settings });
  }

  /** Accepts the connections of a reader that connects for each of its messages. */
  async #accept(listen: NonNullable<LineTextReaderConfig['listen']>, signal: AbortSignal): Promise<void> {
    const open = new Set<Transport>();
    const server = await listenTcp({ ...listen, signal }, (transport) => {
      open.add(transport);
      this.#isActive();
      this.#receive(transport, () => this.#isActive());
      void transport.closed.then(() => open.delete(transport));
    });
    this.#activeAt = performance.now();
    while (!signal.aborted && server.isOpen) {
      await pause(Math.min(1_000, this.#config.silentAfterMs / 2), signal);
      if (open.size > 0) this.#isActive();
      if (performance.now() - this.#activeAt > this.#config.silentAfterMs) this.healthReport.offline(this.#silence(server.refused));
    }
    throw new TransportError(await server.closed);
  }

  #isActive(): void {
    this.#activeAt = performance.now();
    if (this.#unreadable <= mostUnreadable) this.healthReport.ready();
  }

  #silence(refused: string | null): string {
    const { listen, silentAfterMs } = this.#config;
    const other = refused === null ? '' : `; a connection from ${refused} was refused`;
    const settings = "check the reader's NotifyAddress and NotifyTime";
    return `the reader ${listen?.from} sent nothing to port ${listen?.port} for ${Math.ceil(silentAfterMs / 1_000)} s; ${settings}${other}`;
  }

  #receive(transport: Transport, onLine: (line: string) => void): void {
    const framer = new LineFramer();
    const parser = this.#format.createParser(this.#config.tagPattern);
    let isUnusable = false;
    transport.onData((chunk) => {
      const at = performance.now();
      const isOld = this.#stalls.isBehind;
      for (const line of framer.push(chunk)) {
        onLine(line);
        const read = parser.parse(line);
        const problem = isOld && read ? missed : parser.problem(line);
        if (problem !== null) this.healthReport.faulty(problem);
        else if (read && (isUnusable || this.#unreadable > mostUnreadable || this.healthReport.current.status === 'offline'))
          this.healthReport.ready();
        isUnusable = problem !== null || (isUnusable && read === null);
        if (read) this.#unreadable = 0;
        if (read && !isOld) this.tell({ reader: this.#config.id, at, ...read });
      }
      this.#unreadable += unreadableIn(chunk);
      if (this.#unreadable > mostUnreadable) this.healthReport.faulty(unreadable);
    });
  }
}
