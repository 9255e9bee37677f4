import { normalizeCode } from './codes.ts';

/** An unlimited tag as printed on the windshield: five digits, a plus, six digits. */
export interface Tag {
  head: string;
  tail: string;
}

/** The positions of a company's own number in a tag's hexadecimal text. All indexes start at 0. */
export interface TagFormat {
  /** The prefix of the company's tags, in hexadecimal. */
  prefix: string;
  /** The index of the marker. */
  markerIndex: number;
  marker: string;
  /** Start and end (exclusive) of the part before the plus. */
  head: readonly [number, number];
  /** Start and end (exclusive) of the part after the plus. */
  tail: readonly [number, number];
}

/** The positions in the company's tags. Prefix and marker are examples; each company sets its own (`tags` in the agent's file). */
export const defaultTagFormat: TagFormat = { prefix: 'E2000019', markerIndex: 13, marker: 'F', head: [8, 13], tail: [14, 20] };

const printedTag = /^(?<head>\d{5})\+?(?<tail>\d{6})$/;
const hexadecimal = /^[0-9A-F]+$/;

/** Returns a tag's code: '12345+123456'. */
export function formatTag(head: string, tail: string): string {
  return `${head}+${tail}`;
}

/** Returns the parts of a printed tag, with or without its plus, or null if the text is not a tag. */
export function parseTag(code: string): Tag | null {
  const parts = printedTag.exec(normalizeCode(code))?.groups;
  if (!parts?.head || !parts.tail) return null;
  return { head: parts.head, tail: parts.tail };
}

/**
 * Returns the code of a tag read by an antenna, or null if it is not the company's: it must start with the prefix and have the marker at
 * its index (docs/rules/lane.md#tag-reads).
 */
export function decodeTagHex(hex: string, format: TagFormat): string | null {
  const read = normalizeCode(hex);
  const longEnough = read.length >= Math.max(format.head[1], format.tail[1]);
  const ours = read.startsWith(normalizeCode(format.prefix)) && read.startsWith(normalizeCode(format.marker), format.markerIndex);
  if (!hexadecimal.test(read) || !longEnough || !ours) return null;
  return formatTag(read.slice(...format.head), read.slice(...format.tail));
}
