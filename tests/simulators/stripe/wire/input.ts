import { invalidInteger, invalidParameter, missingParameter, unknownParameter } from './errors.ts';
import { isFormObject, type FormObject } from './form.ts';

/** One request's parameters with Stripe's checks: values must be well formed, and unknown parameters are rejected. */
export class Input {
  readonly #values: FormObject;
  /** The prefix of these parameters in the request, such as `items[0]`; empty at the top. */
  readonly #at: string;

  constructor(values: FormObject, at = '') {
    this.#values = values;
    this.#at = at;
  }

  /** Rejects parameters that the operation does not support. */
  allowOnly(names: readonly string[]): void {
    const stranger = Object.keys(this.#values).find((name) => !names.includes(name));
    if (stranger !== undefined) throw unknownParameter(this.param(stranger));
  }

  /** Returns a parameter's full name in Stripe's bracket notation, as in errors. */
  param(name: string): string {
    return this.#at === '' ? name : `${this.#at}[${name}]`;
  }

  names(): string[] {
    return Object.keys(this.#values);
  }

  /** Returns the nested parameters of that name. An empty value counts as omitted: use `cleared` to detect it. */
  object(name: string): Input | undefined {
    const value = this.#values[name];
    if (value === undefined || value === '') return undefined;
    if (!isFormObject(value)) throw invalidParameter(this.param(name), 'Invalid object');
    return new Input(value, this.param(name));
  }

  /** Returns the nested parameters of an array's elements; empty if the array is omitted or empty. */
  objects(name: string): Input[] {
    const value = this.#values[name];
    if (value === undefined || value === '') return [];
    if (!Array.isArray(value)) throw invalidParameter(this.param(name), 'Invalid array');
    return value.map((each, index) => {
      const at = `${this.param(name)}[${index}]`;
      if (!isFormObject(each)) throw invalidParameter(at, 'Invalid object');
      return new Input(each, at);
    });
  }

  /** Whether the parameter is sent empty: the SDK's `null` and `''`, which clear a field. */
  cleared(name: string): boolean {
    return this.#values[name] === '';
  }

  required(name: string): string {
    const value = this.text(name);
    if (value) return value;
    throw missingParameter(this.param(name));
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name);
    const chosen = choices.find((each) => each === value);
    if (value !== undefined && chosen === undefined) {
      const last = choices.at(-1);
      const words = choices.length > 1 ? `${choices.slice(0, -1).join(', ')}, or ${last}` : last;
      throw invalidParameter(this.param(name), `Invalid ${this.param(name)}: must be one of ${words}`);
    }
    return chosen;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined || typeof value === 'string') return value;
    throw invalidParameter(this.param(name), `Invalid string: ${this.param(name)}`);
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined || value === 'true' || value === 'false') return value === undefined ? undefined : value === 'true';
    throw invalidParameter(this.param(name), `Invalid boolean: ${value}`);
  }

  integer(name: string, { from = -Infinity, to = Infinity }: { from?: number; to?: number } = {}): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?\d+$/.test(value)) throw invalidInteger(this.param(name), `Invalid integer: ${value}`);
    if (number < from) throw invalidInteger(this.param(name), `This value must be greater than or equal to ${from}.`);
    if (number > to) throw invalidInteger(this.param(name), `This value must be less than or equal to ${to}.`);
    return number;
  }

  texts(name: string): string[] {
    const value = this.#values[name];
    if (value === undefined || value === '') return [];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
    throw invalidParameter(this.param(name), 'Invalid array');
  }

  /** Reads `created=1700000000` or `created[gte]=…`: returns a test for epoch seconds. */
  range(name: string): (seconds: number) => boolean {
    const value = this.#values[name];
    if (value === undefined) return () => true;
    if (typeof value === 'string') return (seconds) => seconds === Number(value);
    if (!isFormObject(value)) throw invalidParameter(this.param(name), 'Invalid range');
    const bounds = Object.entries(value).map(([bound, limit]) => boundTest(`${this.param(name)}[${bound}]`, bound, Number(limit)));
    return (seconds) => bounds.every((within) => within(seconds));
  }

  /** Undefined: omitted; null: sent empty, which clears all metadata. A key with an empty value is removed. */
  metadata(): Record<string, string> | null | undefined {
    const value = this.#values['metadata'];
    if (value === undefined) return undefined;
    if (value === '') return null;
    if (!isFormObject(value)) throw invalidParameter(this.param('metadata'), 'Invalid hash');
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') throw invalidParameter(`${this.param('metadata')}[${key}]`, 'Metadata values must be strings.');
      if (key.length > 40) throw invalidParameter(`${this.param('metadata')}[${key}]`, 'Metadata keys can have up to 40 characters.');
      if (text.length > 500) throw invalidParameter(`${this.param('metadata')}[${key}]`, 'Metadata values can have up to 500 characters.');
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
