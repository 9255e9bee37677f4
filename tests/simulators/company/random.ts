/** A seeded source of random values, so that two processes with the same seed invent the very same company. */
export interface Random {
  /** A fraction from 0 (included) to 1 (excluded). */
  fraction(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** True about `probability` of the time. */
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** `length` characters drawn from an alphabet of plain ASCII. */
  characters(length: number, alphabet: string): string;
  /** An independent source; what is drawn from it does not shift what is drawn here. */
  branch(): Random;
}

/** mulberry32: thirty-two bits of state, plenty for a workbench and the same on every machine. */
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
    if (choice === undefined) throw new RangeError('nothing to pick from');
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

/** Draws until something not yet in `taken` comes up, and takes it. */
export function drawUnique(taken: Set<string>, draw: () => string): string {
  for (let attempt = 0; attempt < 10_000; attempt += 1) {
    const candidate = draw();
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
  throw new Error('the pool of unique values is used up');
}

const stripeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';

/** An id as Stripe would write it, such as `cus_9sKq…`. It is long enough that two are never alike. */
export function stripeId(random: Random, prefix: string): string {
  return `${prefix}_${random.characters(14, stripeAlphabet)}`;
}

/** A UUIDv7 of that instant (RFC 9562 section 5.7): in order of time as the product's own are, and the same in every run. */
export function uuidAt(random: Random, at: string): string {
  const time = Date.parse(at).toString(16).padStart(12, '0');
  const hex = '0123456789abcdef';
  const tail = `7${random.characters(3, hex)}-${random.characters(1, '89ab')}${random.characters(3, hex)}-${random.characters(12, hex)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail}`;
}
