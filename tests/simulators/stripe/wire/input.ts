import { invalidParameter, unknownParameter } from './errors.ts';
import { isFormObject, type FormObject } from './form.ts';

/** One request's parameters with Stripe's checks: what is asked for must be well formed, what nobody knows is refused. */
export class Input {
  readonly #values: FormObject;

  constructor(values: FormObject) {
    this.#values = values;
  }

  /** Refuses what the operation does not know. */
  allowOnly(names: readonly string[]): void {
    const stranger = Object.keys(this.#values).find((name) => !names.includes(name));
    if (stranger !== undefined) throw unknownParameter(stranger);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined || typeof value === 'string') return value;
    throw invalidParameter(name, `Invalid string: ${name}`);
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined || value === 'true' || value === 'false') return value === undefined ? undefined : value === 'true';
    throw invalidParameter(name, `Invalid boolean: ${value}`);
  }

  integer(name: string, { from, to }: { from: number; to: number }): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?\d+$/.test(value)) throw invalidParameter(name, `Invalid integer: ${value}`);
    if (number < from || number > to) throw invalidParameter(name, `This value must be between ${from} and ${to}.`);
    return number;
  }

  texts(name: string): string[] {
    const value = this.#values[name];
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
    throw invalidParameter(name, 'Invalid array');
  }

  /** `created=1700000000` or `created[gte]=…`: a test for a moment in epoch seconds. */
  range(name: string): (seconds: number) => boolean {
    const value = this.#values[name];
    if (value === undefined) return () => true;
    if (typeof value === 'string') return (seconds) => seconds === Number(value);
    if (!isFormObject(value)) throw invalidParameter(name, 'Invalid range');
    const bounds = Object.entries(value).map(([bound, limit]) => boundTest(`${name}[${bound}]`, bound, Number(limit)));
    return (seconds) => bounds.every((within) => within(seconds));
  }

  /** Undefined: not sent; null: sent empty, which clears all of it. A key with an empty value is to be removed. */
  metadata(): Record<string, string> | null | undefined {
    const value = this.#values['metadata'];
    if (value === undefined) return undefined;
    if (value === '') return null;
    if (!isFormObject(value)) throw invalidParameter('metadata', 'Invalid hash');
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') throw invalidParameter(`metadata[${key}]`, 'Metadata values must be strings.');
      if (key.length > 40) throw invalidParameter(`metadata[${key}]`, 'Metadata keys can have up to 40 characters.');
      if (text.length > 500) throw invalidParameter(`metadata[${key}]`, 'Metadata values can have up to 500 characters.');
    }
    return value as Record<string, string>;
  }
}

function boundTest(param: string, bound: string, limit: number): (seconds: number) => boolean {
  if (!Number.isFinite(limit)) throw invalidParameter(param, `Invalid timestamp: ${param}`);
  switch (bound) {
    case 'gt':
      return (seconds) => seconds > limit;
    case 'gte':
      return (seconds) => seconds >= limit;
    case 'lt':
      return (seconds) => seconds < limit;
    case 'lte':
      return (seconds) => seconds <= limit;
    default:
      throw unknownParameter(param);
  }
}
