import { z } from 'zod';
import { fields, type Fields } from './wire.ts';

export const tagPost = z.strictObject({
  tag: z.string().regex(/^[\dA-Fa-f]*$/),
  antenna: z.int().min(1).max(32).default(1),
  rssi: z.int().min(-128).max(127).default(-50),
  count: z.int().min(0).max(65_535).default(1),
  /** Number of reports, as a reader that reports after each read writes them. */
  reports: z.int().min(1).max(1_000).default(1),
  /** How long ago it was read, by the reader's clock. */
  ageMs: z.number().min(0).default(0),
  /** Length of the EPC in bits; default: all of `tag`. */
  bits: z.int().min(0).optional(),
  /** Leaves the antenna out, as a reader may if it has not changed. */
  withoutAntenna: z.boolean().default(false),
  /** Adds a TV parameter of no specification. */
  unknownTv: z.boolean().default(false),
});

export type SeenTag = z.output<typeof tagPost>;

export interface ReaderClockSetting {
  kind: 'utc' | 'uptime';
  /** How far it is ahead of this machine's. */
  offsetMs: number;
}

const started = performance.now();

/** Returns the reader's time in microseconds. */
export function readerTime({ kind, offsetMs }: ReaderClockSetting, ageMs = 0): bigint {
  const ms = kind === 'utc' ? Date.now() : performance.now() - started + 3_600_000;
  return BigInt(Math.max(0, Math.round((ms + offsetMs - ageMs) * 1_000)));
}

/** Returns the TagReportData of one tag. */
export function tagReport(seen: SeenTag, clock: ReaderClockSetting): Fields {
  const time = readerTime(clock, seen.ageMs);
  const [first, last] = clock.kind === 'utc' ? [2, 4] : [3, 5];
  const data = epc(seen);
  if (!seen.withoutAntenna) data.tv(1, fields().u16(seen.antenna));
  data
    .tv(6, fields().u8(seen.rssi & 0xff))
    .tv(first, fields().u64(time))
    .tv(last, fields().u64(time))
    .tv(8, fields().u16(seen.count));
  if (seen.unknownTv) data.tv(0x7f, fields().u16(0xffff));
  return fields().tlv(240, data);
}

/** 96 bits have a parameter without a length; all others a length in bits. */
function epc({ tag, bits = tag.length * 4 }: SeenTag): Fields {
  const bytes = Buffer.from(tag.length % 2 === 0 ? tag : `${tag}0`, 'hex');
  return bits === 96 ? fields().tv(13, fields().bytes(bytes)) : fields().tlv(241, fields().u16(bits).bytes(bytes));
}
