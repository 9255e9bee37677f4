import { normalizeCode } from './codes.ts';

/** An unlimited tag as printed on the windshield: five digits, a plus, six digits. */
export interface Tag {
  head: string;
  tail: string;
}

/** Where a company's own number sits in the hexadecimal of a tag. Every index counts from 0. */
export interface TagFormat {
  /** What the hexadecimal of each of the company's tags starts with. */
  prefix: string;
  /** Where the marker stands. */
  markerIndex: number;
  marker: string;
  /** Start and end (not included) of the part before the plus. */
  head: readonly [number, number];
  /** Start and end (not included) of the part after the plus. */
  tail: readonly [number, number];
}

/** The positions of the company's tags. Prefix and marker are examples, and a company sets its own (setting `tagFormat`). */
export const defaultTagFormat: TagFormat = { prefix: 'E2000019', markerIndex: 13, marker: 'F', head: [8, 13], tail: [14, 20] };

const printedTag = /^(?<head>\d{5})\+?(?<tail>\d{6})$/;
const hexadecimal = /^[0-9A-F]+$/;

/** The code of a tag: '12345+123456'. */
export function formatTag(head: string, tail: string): string {
  return `${head}+${tail}`;
}

/** The parts of a printed tag, with or without its plus, or null when the text is none. */
export function parseTag(code: string): Tag | null {
  const parts = printedTag.exec(normalizeCode(code))?.groups;
  if (!parts?.head || !parts.tail) return null;
  return { head: parts.head, tail: parts.tail };
}

/**
 * The code of a tag that an antenna has read, or null when the tag is not one of the company's:
 * valid only with the fixed prefix at the start and the marker in its place (docs/rules/lane.md#tag-reads).
 */
export function decodeTagHex(hex: string, format: TagFormat): string | null {
  const read = normalizeCode(hex);
  const longEnough = read.length >= Math.max(format.head[1], format.tail[1]);
  const ours = read.startsWith(normalizeCode(format.prefix)) && read.startsWith(normalizeCode(format.marker), format.markerIndex);
  if (!hexadecimal.test(read) || !longEnough || !ours) return null;
  return formatTag(read.slice(...format.head), read.slice(...format.tail));
}
