/** LLRP 1.0.1 as a reader writes and reads it (EPCglobal, 2007). Shares no code with the agent's driver. */

export interface Frame {
  type: number;
  id: number;
  body: Buffer;
}

/** Big-endian fields, in the order of the specification's tables. */
export class Fields {
  readonly #parts: Buffer[] = [];

  u8(...values: number[]): this {
    return this.bytes(Buffer.from(values));
  }

  u16(...values: number[]): this {
    for (const value of values) this.#write(2, (part) => part.writeUInt16BE(value));
    return this;
  }

  i16(value: number): this {
    return this.#write(2, (part) => part.writeInt16BE(value));
  }

  u32(...values: number[]): this {
    for (const value of values) this.#write(4, (part) => part.writeUInt32BE(value));
    return this;
  }

  u64(value: bigint): this {
    return this.#write(8, (part) => part.writeBigUInt64BE(value));
  }

  /** A text with its length before it. */
  text(value: string): this {
    const bytes = Buffer.from(value, 'utf8');
    return this.u16(bytes.length).bytes(bytes);
  }

  bytes(part: Buffer): this {
    this.#parts.push(part);
    return this;
  }

  /** A parameter with a length. */
  tlv(type: number, content: Fields | Buffer = Buffer.alloc(0)): this {
    const body = content instanceof Fields ? content.done() : content;
    return this.u16(type, body.length + 4).bytes(body);
  }

  /** A parameter whose type determines its length. */
  tv(type: number, content: Fields): this {
    return this.u8(0x80 + type).bytes(content.done());
  }

  done(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #write(size: number, fill: (part: Buffer) => unknown): this {
    const part = Buffer.alloc(size);
    fill(part);
    return this.bytes(part);
  }
}

export const fields = (): Fields => new Fields();

/** Version 1 of the protocol in bits 10 to 12. */
export function frame(type: number, id: number, content: Fields = fields()): Buffer {
  const body = content.done();
  return fields()
    .u16(1024 + type)
    .u32(body.length + 10, id)
    .bytes(body)
    .done();
}

/** Takes the whole frames off the front of `bytes`, and returns them with the rest. */
export function framesIn(bytes: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = [];
  let rest = bytes;
  while (rest.length >= 10 && rest.length >= rest.readUInt32BE(2)) {
    const length = Math.max(rest.readUInt32BE(2), 10);
    frames.push({ type: rest.readUInt16BE(0) % 1024, id: rest.readUInt32BE(6), body: rest.subarray(10, length) });
    rest = rest.subarray(length);
  }
  return { frames, rest };
}

export interface Tlv {
  type: number;
  body: Buffer;
}

/** Returns the parameters with a length in `bytes`; a client sends no others at the top of what is read here. */
export function tlvsIn(bytes: Buffer): Tlv[] {
  const found: Tlv[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = Math.max(bytes.readUInt16BE(at + 2), 4);
    found.push({ type: bytes.readUInt16BE(at) % 1024, body: bytes.subarray(at + 4, at + length) });
    at += length;
  }
  return found;
}

/** Returns the body of the parameter at the end of a path of types. `skip` names the fixed fields before the parameters inside each type. */
export function tlvAt(bytes: Buffer, path: readonly { type: number; skip?: number }[]): Buffer | undefined {
  let inside: Buffer | undefined = bytes;
  for (const { type, skip = 0 } of path) {
    inside = inside && tlvsIn(inside).find((each) => each.type === type)?.body;
    inside = inside?.subarray(skip);
  }
  return inside;
}
