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
  /** Hash of the parameters by name, independent of their order. */
  parametersHash: string;
  /** Epoch milliseconds of system time: keys age by system time, not by the company's. */
  at: number;
  answer: Answer;
}

/** The parts of a request that must be identical when a key is used again. */
export interface KeyedRequest {
  /** Method and path. */
  address: string;
  /** The parameters as sent. */
  text: string;
}

const keptForMs = 24 * 3_600_000;
const longestKey = 255;

/**
 * The first response under a key is returned for a day. Other parameters under the same key are rejected, and so is a second request while
 * the first is in progress.
 */
export class IdempotencyStore {
  readonly #kept = new Map<string, StoredAnswer>();
  readonly #underWay = new Set<string>();
  readonly #onKeep: (kept: StoredAnswer) => void;

  /** @param onKeep receives every response that must be persisted */
  constructor(onKeep: (kept: StoredAnswer) => void = () => undefined) {
    this.#onKeep = onKeep;
  }

  /**
   * Locks a key until it is released. A key with a response needs no lock.
   * @throws StripeFault 409 while another request has the lock
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
   * Returns the stored response of a repeated request, or undefined if the key is new.
   * @param byParameters treats requests with the same parameters in another order as equal
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

  /** Restores a response of an earlier process. */
  restore(kept: StoredAnswer): void {
    this.#kept.set(kept.key, kept);
  }

  /** Removes all keys, as Stripe may after a day. */
  forgetAll(): void {
    this.#kept.clear();
  }

  /** The map is in insertion order, so old entries come first. */
  #dropOld(now: number): void {
    for (const [key, { at }] of this.#kept) {
      if (!isTooOld({ at }, now)) return;
      this.#kept.delete(key);
    }
  }
}

/** @param now epoch milliseconds of system time */
export function isTooOld({ at }: Pick<StoredAnswer, 'at'>, now: number): boolean {
  return now - at >= keptForMs;
}

/** Returns the same text for the same parameters: sorted by name, with lists in order. */
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
