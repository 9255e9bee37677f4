import { WriteDeadline } from '../../ports/write-deadline.ts';
import { pause } from '../../transports/reconnect.ts';
import { TransportError, type Transport } from '../../transports/transport.ts';

const commandMode = '#01';
const dataMode = '#00';
/** Switches uniqueness off, so that a tag is sent at every read and not once in two minutes. */
const sendAllReads = '#40';

const xon = Buffer.of(0x11);

const responseTimeoutMs = 1_000;
const response = /^#(done|error)$/i;

const attempts = 3;

/** Sends commands to a TransCore reader. In command mode its RF is off, so it always returns to data mode. */
export class EncompassCommands {
  readonly #transport: Transport;
  #onResponse: ((response: string) => void) | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Passes a line of the reader, which may be the response that is awaited. */
  receive(line: string): void {
    if (response.test(line)) this.#onResponse?.(line);
  }

  /**
   * Sets the reader up. The last client may have left it in command mode.
   * @returns the problem as a sentence for IT; null if the reader accepted everything
   * @throws TransportError if the connection is lost or the RF stays off
   */
  async setUp(options: { sendAllReads: boolean }): Promise<string | null> {
    if (options.sendAllReads) return this.#execute([sendAllReads]);
    // ignored in data mode, without a response
    await this.#write(dataMode);
    return null;
  }

  /**
   * Asks whether the reader responds. Its RF is off for that moment. A reader that took a disturbed byte for XOFF gets an XON.
   * @returns and @throws as `setUp`
   */
  async check(): Promise<string | null> {
    const problem = await this.#execute([]);
    if (problem === null) return null;
    await this.#transport.write(xon, WriteDeadline.none);
    return this.#execute([]);
  }

  async #execute(commands: string[]): Promise<string | null> {
    let isInCommandMode = false;
    try {
      for (const command of [commandMode, ...commands]) {
        const answer = await this.#send(command);
        if (answer === undefined)
          return `it doesn’t respond to ${command}; check its power, the cable, the baud rate and basic protocol (#610)`;
        isInCommandMode = true;
        if (!/done/i.test(answer)) return `it rejects ${command}: it sends each tag once in two minutes; set 'reads: 1'`;
      }
      return null;
    } finally {
      if (isInCommandMode) await this.#returnToDataMode();
      else await this.#write(dataMode);
    }
  }

  /** @throws TransportError if the reader does not confirm: the next connection tries it again */
  async #returnToDataMode(): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) if ((await this.#send(dataMode)) !== undefined) return;
    throw new TransportError(`it doesn’t confirm ${dataMode}; its RF may be off`);
  }

  async #send(command: string): Promise<string | undefined> {
    const answered = Promise.withResolvers<string>();
    this.#onResponse = answered.resolve;
    const over = new AbortController();
    try {
      await this.#write(command);
      return (await Promise.race([answered.promise, pause(responseTimeoutMs, over.signal)])) ?? undefined;
    } finally {
      this.#onResponse = undefined;
      over.abort();
    }
  }

  #write(command: string): Promise<void> {
    return this.#transport.write(Buffer.from(`${command}\r`, 'latin1'), WriteDeadline.none);
  }
}
