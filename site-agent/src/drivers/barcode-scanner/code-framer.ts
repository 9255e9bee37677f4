import type { BarcodeScannerConfig } from './config.ts';

const codeEnd = /[\r\n\t\0]/;
const [stx, etx] = ['\x02', '\x03'];
const printable = /^[\x20-\x7e]+$/;
const aimIdentifier = /^\][a-z][0-9a-z]/i;
const [shortest, longest] = [4, 64];

/** Longer texts are noise: what has arrived of them is dropped. */
const maxLength = 512;

/** Null: bytes that no scanner sends, as with a wrong baud rate. */
export type ScannedCode = string | null;

/** Splits a scanner's bytes into codes: they end with CR, LF, TAB or ETX, or by a pause. */
export class CodeFramer {
  readonly #config: Pick<BarcodeScannerConfig, 'prefix' | 'suffix' | 'aim'>;
  #rest = '';

  constructor(config: Pick<BarcodeScannerConfig, 'prefix' | 'suffix' | 'aim'>) {
    this.#config = config;
  }

  /** Whether a code has begun that only a pause can end. */
  get hasRest(): boolean {
    return this.#rest !== '';
  }

  push(chunk: Buffer): ScannedCode[] {
    const text = chunk.toString('latin1').replaceAll(stx, '\n').replaceAll(etx, '\n');
    const texts = (this.#rest + text).split(codeEnd);
    this.#rest = texts.pop() ?? '';
    if (this.#rest.length > maxLength) texts.push(this.#takeRest());
    return texts.flatMap((each) => this.#codeOf(each));
  }

  /** Ends the code after a pause. */
  end(): ScannedCode[] {
    return this.#codeOf(this.#takeRest());
  }

  #takeRest(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }

  /** Returns nothing for the empty text between CR and LF, and for a code of another length. */
  #codeOf(text: string): ScannedCode[] {
    if (text === '') return [];
    if (!printable.test(text)) return [null];
    const code = this.#withoutAdded(text);
    return code.length >= shortest && code.length <= longest ? [code] : [];
  }

  #withoutAdded(text: string): string {
    const { prefix, suffix, aim } = this.#config;
    const begun = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    const data = aim ? begun.replace(aimIdentifier, '') : begun;
    return (suffix !== '' && data.endsWith(suffix) ? data.slice(0, -suffix.length) : data).trim();
  }
}
