import type { LineTextReaderConfig } from './config.ts';

export interface ParsedRead {
  antenna: number;
  tag: string;
  rssi?: number;
  count: number;
}

export interface LineFormat {
  /** Sent as soon as the connection is open. */
  greeting: string;
  /** Returns the read in a line; null for a heading, a response to a command or noise. */
  parse(line: string): ParsedRead | null;
}

/** Hex EPCs and printed ids. The formats exclude the readers' own words such as 'Done'. */
const tagPattern = /^[0-9A-Z+]{4,64}$/;

/** Maximum count that an Alien block may give one tag, so that one wrong number cannot decide a lane. */
const maxCount = 100;

function tagOf(text: string): string | null {
  const tag = text.replaceAll(' ', '').toUpperCase();
  return tagPattern.test(tag) ? tag : null;
}

/** The readers' responses to a command, which look like a tag line. */
const encompassAnswers = new Set(['DONE', 'ERROR', 'ERRO']);

/**
 * `#<tag>`: one antenna, no strength. `#00` switches to data mode: in command mode the RF is off, and a previous client may have left the
 * reader in that mode.
 */
const encompass: LineFormat = {
  greeting: '#00\r\n',
  parse(line) {
    const tag = line.startsWith('#') ? tagOf(line.slice(1)) : null;
    return tag === null || encompassAnswers.has(tag) ? null : { antenna: 1, tag, count: 1 };
  },
};

/** `Tag:…, Disc:…, Last:…, Count:n, Ant:n`, with `RSSI:` if the reader is configured to add it. Everything else in a block is framing. */
const alien: LineFormat = {
  greeting: '',
  parse(line) {
    const fields = new Map(line.split(',').map(fieldOf));
    const tag = tagOf(fields.get('tag') ?? '');
    const antenna = wholeNumber(fields.get('ant') ?? '0');
    const count = wholeNumber(fields.get('count') ?? '1');
    if (tag === null || antenna === null || count === null) return null;
    const rssi = Number(fields.get('rssi') ?? Number.NaN);
    return { antenna, tag, count: Math.min(Math.max(count, 1), maxCount), ...(Number.isFinite(rssi) ? { rssi } : {}) };
  },
};

/** Splits at the first colon, because times contain colons. */
function fieldOf(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, Math.max(colon, 0)).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

export const lineFormats: Record<LineTextReaderConfig['format'], LineFormat> = { encompass, alien };
