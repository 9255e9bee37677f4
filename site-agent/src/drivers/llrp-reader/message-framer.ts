/** An LLRP message: its body follows the header. */
export interface Message {
  version: number;
  type: number;
  id: number;
  body: Buffer;
}

export const headerLength = 10;

/** No reader sends a longer message. */
const maxLength = 4 * 1024 * 1024;

/**
 * Splits a reader's bytes into messages, however they arrive. Never throws: the first bytes that are not LLRP set `refusal`, and everything
 * after them is dropped, because no later message can be found. Buffers at most one message.
 */
export class MessageFramer {
  /** Why the bytes are not LLRP. */
  refusal: string | undefined;
  #frame = Buffer.alloc(headerLength);
  #received = 0;

  push(chunk: Buffer): Message[] {
    const messages: Message[] = [];
    for (let at = 0; at < chunk.length && this.refusal === undefined;) {
      const copied = chunk.copy(this.#frame, this.#received, at);
      at += copied;
      this.#received += copied;
      if (this.#received === headerLength) this.#readHeader();
      if (this.#received === this.#frame.length && this.refusal === undefined) messages.push(this.#takeMessage());
    }
    return messages;
  }

  /** Makes room for the whole message, or refuses it. */
  #readHeader(): void {
    const header = this.#frame;
    const length = header.readUInt32BE(2);
    const reserved = header.readUInt8(0) >> 5;
    if (reserved !== 0 || length < headerLength || length > maxLength) {
      this.refusal = `it doesn’t speak LLRP on this port (it sent ${shown(header)})`;
      return;
    }
    this.#frame = Buffer.allocUnsafe(length);
    header.copy(this.#frame);
  }

  #takeMessage(): Message {
    const frame = this.#frame;
    this.#frame = Buffer.alloc(headerLength);
    this.#received = 0;
    const head = frame.readUInt16BE(0);
    return { version: (head >> 10) & 7, type: head & 0x3ff, id: frame.readUInt32BE(6), body: frame.subarray(headerLength) };
  }
}

/** The beginning of a text names the protocol. Other bytes differ each time, and the problem would change with them. */
function shown(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return /^[\x20-\x7e]+$/.test(text) ? `“${text}”` : 'bytes of another protocol';
}
