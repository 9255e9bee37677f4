/** A seeded random source: two processes with the same seed generate the same company. */
export interface Random {
  /** Returns a fraction from 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** Returns an integer from `low` to `high`, both inclusive. */
  whole(low: number, high: number): number;
  /** Returns true with the given probability. */
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Returns `length` characters of an ASCII alphabet. */
  characters(length: number, alphabet: string): string;
  /** Returns an independent source. Drawing from it does not affect this one. */
  branch(): Random;
}

/** mulberry32: 32 bits of state, enough for a workbench and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[whole(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError('Cannot pick from an empty list');
    return choice;
  };
  const characters = (length: number, alphabet: string): string => {
    let text = '';
    while (text.length < length) text += alphabet.charAt(whole(0, alphabet.length - 1));
    return text;
  };

  return {
    fraction,
    whole,
    pick,
    characters,
    chance: (probability) => fraction() < probability,
    branch: () => createRandom(whole(0, 0xffffffff)),
  };
}

/** Draws until the value is not in `taken`, then adds it. */
export function drawUnique(taken: Set<string>, draw: () => string): string {
  for (let attempt = 0; attempt < 10_000; attempt += 1) {
    const candidate = draw();
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
  throw new Error('Pool of unique values is exhausted');
}

const stripeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';

/** Returns an id in Stripe's format, such as `cus_9sKq…`, long enough to be unique. */
export function stripeId(random: Random, prefix: string): string {
  return `${prefix}_${random.characters(14, stripeAlphabet)}`;
}

/** Returns a UUIDv7 for a time (RFC 9562 section 5.7): time-ordered like the product's ids, and the same in every run. */
export function uuidAt(random: Random, at: string): string {
  const time = Date.parse(at).toString(16).padStart(12, '0');
  const hex = '0123456789abcdef';
  const tail = `7${random.characters(3, hex)}-${random.characters(1, '89ab')}${random.characters(3, hex)}-${random.characters(12, hex)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail}`;
}
