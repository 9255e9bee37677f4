import { WriteDeadline } from '../../ports/write-deadline.ts';
import { pause } from '../../transports/reconnect.ts';
import type { Transport } from '../../transports/transport.ts';

const commandMode = '#01';
const dataMode = '#00';
/** Switches uniqueness off, so that a tag is sent at every read and not once in two minutes. */
const sendAllReads = '#40';

const responseTimeoutMs = 1_000;
const response = /^#(done|error)$/i;

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
   */
  async setUp(options: { sendAllReads: boolean }): Promise<string | null> {
    const commands = options.sendAllReads ? [commandMode, sendAllReads] : [];
    try {
      for (const command of commands) {
        const answer = await this.#send(command);
        if (answer === undefined) return `it doesn’t respond to ${command}; check the baud rate and that it is in basic protocol (#610)`;
        if (!/done/i.test(answer)) return `it rejects ${command}: it sends each tag once in two minutes; set 'reads: 1'`;
      }
      return null;
    } finally {
      await this.#write(dataMode);
    }
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
