import { createHash } from 'node:crypto';
import { StripeFault } from './errors.ts';
import { isFormObject, parseForm, type FormValue } from './form.ts';

export interface Answer {
  status: number;
  body: unknown;
}

export interface StoredAnswer {
  key: string;
  requestHash: string;
  /** Hash of the parameters by their names, in whatever order they came. */
  parametersHash: string;
  /** Epoch milliseconds of the system's time: keys grow old by the sandbox's clock, not by the company's. */
  at: number;
  answer: Answer;
}

/** What must be the same when a key is used again. */
export interface KeyedRequest {
  /** Method and path. */
  address: string;
  /** The parameters as they were sent. */
  text: string;
}

const keptForMs = 24 * 3_600_000;
const longestKey = 255;

/**
 * The first answer under a key is the answer for a day; other parameters under the same key are refused, and so is a second
 * request while the first is under way.
 */
export class IdempotencyStore {
  readonly #kept = new Map<string, StoredAnswer>();
  readonly #underWay = new Set<string>();
  readonly #onKeep: (kept: StoredAnswer) => void;

  /** @param onKeep told of every answer that is to outlive the process */
  constructor(onKeep: (kept: StoredAnswer) => void = () => undefined) {
    this.#onKeep = onKeep;
  }

  /**
   * Marks a key as being worked on until it is released. One that has its answer needs no mark.
   * @throws StripeFault 409 while another request holds it
   */
  hold(key: string): () => void {
    if (this.#kept.has(key)) return () => undefined;
    if (this.#underWay.has(key)) {
      throw new StripeFault(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably details you submitted twice, and the other request is still going through): ${key}. If you continue to receive this error, try again with a different Idempotent Key.`,
        { type: 'idempotency_error', code: 'idempotency_key_in_use' },
      );
    }
    this.#underWay.add(key);
    return () => this.#underWay.delete(key);
  }

  /**
   * The kept answer of a repeated request, or undefined when the key is new.
   * @param byParameters takes requests for the same that name the same parameters in another order
   */
  recall(key: string, request: KeyedRequest, byParameters: boolean): Answer | undefined {
    if (key.length > longestKey) throw new StripeFault(400, `Idempotency keys can have up to ${longestKey} characters.`);
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    const isSame = byParameters
      ? kept.parametersHash === hashOf(canonical(request))
      : kept.requestHash === hashOf(request.address + request.text);
    if (isSame) return kept.answer;
    throw new StripeFault(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }

  keep(key: string, request: KeyedRequest, answer: Answer): void {
    const requestHash = hashOf(request.address + request.text);
    const kept = { key, requestHash, parametersHash: hashOf(canonical(request)), at: Date.now(), answer };
    this.#kept.set(key, kept);
    this.#onKeep(kept);
    this.#dropOld(kept.at);
  }

  /** Puts back an answer that was kept by an earlier process. */
  restore(kept: StoredAnswer): void {
    this.#kept.set(kept.key, kept);
  }

  /** What Stripe may do to a key after a day. */
  forgetAll(): void {
    this.#kept.clear();
  }

  /** The map is in the order of keeping, so that the old ones come first. */
  #dropOld(now: number): void {
    for (const [key, { at }] of this.#kept) {
      if (!isTooOld({ at }, now)) return;
      this.#kept.delete(key);
    }
  }
}

/** @param now epoch milliseconds of the system's time */
export function isTooOld({ at }: Pick<StoredAnswer, 'at'>, now: number): boolean {
  return now - at >= keptForMs;
}

/** The same text for the same parameters: their names in order, lists as they are. */
function canonical({ address, text }: KeyedRequest): string {
  return address + JSON.stringify(ordered(parseForm(text)));
}

function ordered(value: FormValue): FormValue {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isFormObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, ordered(value[name] ?? '')]));
}

function hashOf(request: string): string {
  return createHash('sha256').update(request).digest('hex');
}
