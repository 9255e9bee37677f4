import { headerLength } from './message-framer.ts';

/** Messages and parameters of LLRP 1.0.1: only those that continuous inventory needs. */

/** LLRP 1.0.1 in the header's version bits. */
const version = 1;

export const messageTypes = {
  closeConnectionResponse: 4,
  roAccessReport: 61,
  keepalive: 62,
  readerEventNotification: 63,
  keepaliveAck: 72,
  errorMessage: 100,
} as const;

/** Type and fields of a parameter. Parameters inside it are part of its body. */
export interface Parameter {
  type: number;
  body: Buffer;
}

/** A message that cannot be read. It is dropped; the connection continues. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/** Body lengths of the TV parameters by type: they have no length field. */
const tvLengths: readonly number[] = [Number.NaN, 2, 8, 8, 8, 8, 1, 2, 2, 4, 2, 2, 2, 12, 2, 2, 4, 2, 4, 2, 2];

/** @throws MalformedMessage for a TV parameter of unknown length, and for one that ends outside */
export function* parametersOf(bytes: Buffer): Generator<Parameter> {
  for (let at = 0; at < bytes.length;) {
    const isTv = (bytes[at]! & 0x80) !== 0;
    const type = isTv ? bytes[at]! & 0x7f : uint(bytes, at, 2) & 0x3ff;
    const bodyAt = at + (isTv ? 1 : 4);
    const end = isTv ? bodyAt + (tvLengths[type] ?? Number.NaN) : at + uint(bytes, at + 2, 2);
    if (!(end >= bodyAt && end <= bytes.length)) throw new MalformedMessage(`parameter ${type} can’t be read`);
    yield { type, body: bytes.subarray(bodyAt, end) };
    at = end;
  }
}

/** @throws MalformedMessage if the field is cut off */
export function uint(bytes: Buffer, at: number, size: 1 | 2 | 4): number {
  if (at + size > bytes.length) throw new MalformedMessage('a field is cut off');
  return bytes.readUIntBE(at, size);
}

/** @throws MalformedMessage if the field is cut off */
export function int16(bytes: Buffer, at: number): number {
  uint(bytes, at, 2);
  return bytes.readInt16BE(at);
}

export function message(type: number, id: number, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([u16((version << 10) | type), u32(headerLength + body.length), u32(id), body]);
}

export function tlv(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(type), u16(4 + body.length), body]);
}

/** A vendor's parameter. */
export function custom(vendor: number, subtype: number, ...parts: readonly Buffer[]): Buffer {
  return tlv(1_023, u32(vendor), u32(subtype), ...parts);
}

export const u8 = (value: number): Buffer => Buffer.of(value);

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
