import { MalformedMessage, parametersOf, uint } from './parameters.ts';
import type { ReaderTime } from './reader-clock.ts';

export interface ReportedTag {
  /** The EPC in hex, in upper case. */
  tag: string;
  antenna: number;
  rssi: number | undefined;
  count: number;
  /** When it was read last, by the reader's clock; when first, if the reader does not report the last. */
  seen: ReaderTime | undefined;
}

/** Maximum count of one report, so that one wrong number cannot decide a lane. */
const maxCount = 100;

/** Gen2 has no longer EPC. */
const maxBits = 496;

/**
 * Reads the RO_ACCESS_REPORTs of one connection. A reader may leave out a value that has not changed since its last report, also the
 * antenna, so the last values are kept.
 */
export class TagReports {
  #antenna = 1;
  #rssi: number | undefined;
  #count = 1;
  #firstSeen: ReaderTime | undefined;
  #lastSeen: ReaderTime | undefined;

  /** @throws MalformedMessage, also for a parameter whose length is unknown */
  read(body: Buffer): ReportedTag[] {
    const tags: ReportedTag[] = [];
    for (const parameter of parametersOf(body)) {
      const tag = parameter.type === 240 ? this.#readTag(parameter.body) : '';
      if (tag === '') continue;
      tags.push({ tag, antenna: this.#antenna, rssi: this.#rssi, count: this.#count, seen: this.#lastSeen ?? this.#firstSeen });
    }
    return tags;
  }

  #readTag(data: Buffer): string {
    let tag = '';
    for (const { type, body } of parametersOf(data)) {
      if (type === 13) tag = body.toString('hex').toUpperCase();
      else if (type === 241) tag = hexOf(body);
      else if (type === 1) this.#antenna = body.readUInt16BE(0);
      else if (type === 6) this.#rssi = body.readInt8(0);
      else if (type === 8) this.#count = Math.min(Math.max(body.readUInt16BE(0), 1), maxCount);
      else if (type === 2 || type === 3) this.#firstSeen = timeOf(type === 2 ? 'utc' : 'uptime', body);
      else if (type === 4 || type === 5) this.#lastSeen = timeOf(type === 4 ? 'utc' : 'uptime', body);
    }
    return tag;
  }
}

/** Returns an EPCData: its length is in bits, and the bits after it in the last byte mean nothing. */
function hexOf(body: Buffer): string {
  const bits = uint(body, 0, 2);
  const epc = body.subarray(2, 2 + Math.ceil(bits / 8));
  if (bits > maxBits || epc.length * 8 < bits) throw new MalformedMessage(`an EPC of ${bits} bits can’t be read`);
  const whole = Buffer.from(epc);
  if (bits % 8 > 0) whole[whole.length - 1]! &= 0xff << (8 - (bits % 8));
  return whole
    .toString('hex')
    .slice(0, Math.ceil(bits / 4))
    .toUpperCase();
}

function timeOf(clock: ReaderTime['clock'], body: Buffer): ReaderTime {
  return { clock, ms: Number(body.readBigUInt64BE(0)) / 1_000 };
}
