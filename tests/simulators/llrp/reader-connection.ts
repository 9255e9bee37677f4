import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `split`: a few bytes at a time. `coalesced`: a report waits for the next one, then both leave at once. */
export type Chunks = 'whole' | 'split' | 'coalesced';

/** The reader's side of one connection: everything leaves in order, cut as the reader likes. */
export class ReaderConnection {
  readonly socket: Socket;
  readonly #chunks: () => Chunks;
  #kept: Buffer | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(socket: Socket, chunks: () => Chunks) {
    this.socket = socket;
    this.#chunks = chunks;
  }

  report(bytes: Buffer): Promise<void> {
    if (this.#chunks() === 'coalesced' && this.#kept === null) {
      this.#kept = bytes;
      return Promise.resolve();
    }
    return this.send(bytes);
  }

  send(bytes: Buffer): Promise<void> {
    const all = this.#kept === null ? bytes : Buffer.concat([this.#kept, bytes]);
    this.#kept = null;
    this.#sending = this.#sending.then(() => this.#write(all));
    return this.#sending;
  }

  async #write(bytes: Buffer): Promise<void> {
    const size = this.#chunks() === 'split' ? 5 : bytes.length;
    for (let at = 0; at < bytes.length && !this.socket.destroyed; at += size) {
      this.socket.write(bytes.subarray(at, at + size));
      if (size < bytes.length) await sleep(1);
    }
  }
}
