import { countOf, tagOf, wholeNumber, type LineFormat, type LineParser, type ParsedRead } from './line-format.ts';

/** Terse text: tag, count, antenna. */
const terse = /^([0-9a-f ]+),(\d+),(\d+)$/i;

/**
 * Alien readers: `Tag:…, Disc:…, Last:…, Count:n, Ant:n`, with `RSSI:` if the reader is set to add it, or terse text. Older readers add
 * `CRC:` and wrap the line after a comma. Everything else in a notify block is framing.
 */
export const alien: LineFormat = {
  serial: { baudRate: 115_200, flowControl: 'none' },
  createParser: (tagPattern) => new AlienParser(tagPattern),
};

class AlienParser implements LineParser {
  readonly #tagPattern: RegExp | undefined;
  /** The first part of a wrapped line. */
  #begun = '';
  /** A test message contains an example of a tag. */
  #isTest = false;

  constructor(tagPattern: RegExp | undefined) {
    this.#tagPattern = tagPattern;
  }

  parse(line: string): ParsedRead | null {
    if (line.startsWith('#')) this.#heading(line);
    if (line.startsWith('#') || this.#isTest) return null;
    const isBegin = /^tag:/i.test(line);
    const whole = isBegin ? line : this.#begun + line;
    const wraps = whole.trimEnd().endsWith(',') && (isBegin || this.#begun !== '');
    this.#begun = wraps ? whole : '';
    return wraps ? null : (readOf(whole, this.#tagPattern) ?? terseReadOf(whole, this.#tagPattern));
  }

  problem(): null {
    return null;
  }

  #heading(line: string): void {
    this.#begun = '';
    if (/^#Alien\b/i.test(line)) this.#isTest = false;
    if (/^#Reason:\s*TEST MESSAGE/i.test(line)) this.#isTest = true;
    if (/^#End of\b/i.test(line)) this.#isTest = false;
  }
}

function readOf(line: string, tagPattern: RegExp | undefined): ParsedRead | null {
  const fields = new Map(line.split(',').map(fieldOf));
  const tag = tagOf(fields.get('tag') ?? '', tagPattern);
  const antenna = wholeNumber(fields.get('ant') ?? '0');
  const count = wholeNumber(fields.get('count') ?? '1');
  if (tag === null || antenna === null || count === null) return null;
  const rssi = Number(fields.get('rssi') ?? Number.NaN);
  return { antenna, tag, count: countOf(count), ...(Number.isFinite(rssi) ? { rssi } : {}) };
}

function terseReadOf(line: string, tagPattern: RegExp | undefined): ParsedRead | null {
  const [, text = '', count, antenna] = terse.exec(line) ?? [];
  const tag = tagOf(text, tagPattern);
  return tag === null ? null : { antenna: Number(antenna), tag, count: countOf(Number(count)) };
}

/** Splits at the first colon, because times contain colons. */
function fieldOf(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, Math.max(colon, 0)).trim().toLowerCase(), text.slice(colon + 1).trim()];
}
