import iconv from 'iconv-lite';
import { charactersOf, nearestText } from '../nearest-text.ts';

/** What a register on Windows writes into a database without a character set. */
const windows = 'windows-1252';

const families: readonly [firebird: RegExp, iconvName: string][] = [
  [/^(?:UTF8|UNICODE_FSS)$/, 'utf8'],
  [/^ASCII$/, 'ascii'],
  [/^WIN(\d+)$/, 'windows-$1'],
  [/^ISO8859_(\d+)$/, 'iso-8859-$1'],
  [/^DOS(\d+)$/, 'cp$1'],
];

/** Returns the name in iconv of a character set of Firebird; null for NONE, OCTETS and sets of other scripts. */
function encodingOf(charset: string): string | null {
  const [firebird, name] = families.find(([pattern]) => pattern.test(charset)) ?? [];
  const encoding = firebird && name ? charset.replace(firebird, name) : null;
  return encoding !== null && iconv.encodingExists(encoding) ? encoding : null;
}

/** A character that no name and no code contains: a text with it finds nothing. */
const unwritable = '\u001a';

/**
 * The text of one Sitewatch. Connections use the character set NONE, with which Firebird passes bytes as they are: its own conversion
 * refuses what a column cannot store and drops what is not in the declared set. The library shows each byte as the character with its
 * number.
 */
export class SitewatchText {
  readonly #configured: string;
  #encoding: string;
  /** Null if the encoding contains every character. */
  #characters: ReadonlySet<string> | null = null;
  #misread: string | null = null;

  /** @param charset for a database that declares none */
  constructor(charset: string) {
    this.#configured = encodingOf(charset) ?? windows;
    this.#encoding = this.#configured;
    this.declare('NONE');
  }

  /** Sets the character set that the database declares for names. */
  declare(charset: string): void {
    this.#encoding = encodingOf(charset) ?? this.#configured;
    this.#characters = this.#encoding === 'utf8' ? null : charactersOf(this.#encoding);
  }

  /** A text that is not in the database's character set, as read instead; null if there was none. */
  get misread(): string | null {
    return this.#misread;
  }

  read(received: string): string {
    const bytes = Buffer.from(received, 'latin1');
    const text = iconv.decode(bytes, this.#encoding);
    if (!text.includes('\ufffd')) return text;
    const instead = this.#encoding === 'utf8' ? iconv.decode(bytes, windows) : text;
    this.#misread = instead;
    return instead;
  }

  /** Returns the text as the library sends it. Write a name as its `nearest`: anything else that cannot be written finds nothing. */
  write(text: string): string {
    const writable = Array.from(text, (character) => (this.canWrite(character) ? character : unwritable)).join('');
    return iconv.encode(writable, this.#encoding).toString('latin1');
  }

  /** Returns the text in characters that this Sitewatch can store. */
  nearest(text: string): string {
    return nearestText(text, (character) => this.canWrite(character));
  }

  /** Whether this Sitewatch can store every character of the text. */
  canWrite(text: string): boolean {
    const characters = this.#characters;
    return text.isWellFormed() && (characters === null || Array.from(text).every((character) => characters.has(character)));
  }
}
