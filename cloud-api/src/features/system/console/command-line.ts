/** A line that the console cannot run as typed. The message is for people. */
export class ConsoleRefusal extends Error {
  override readonly name = 'ConsoleRefusal';
}

/** Splits a line into words; quotation marks join words. There is no shell: every other character is itself. */
export function wordsOfLine(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const character of line) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/u.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== null) throw new ConsoleRefusal('A quotation mark is missing at the end');
  if (word !== null) words.push(word);
  return words;
}

export interface ParsedArguments {
  values: string[];
  options: Readonly<Record<string, string>>;
}

/**
 * Separates options, as `--reason "car stuck"` or `--reason=stuck`, from the other words.
 * @throws ConsoleRefusal for an option that is unknown, repeated or without its value
 */
export function parseArguments(words: readonly string[], known: readonly string[]): ParsedArguments {
  const values: string[] = [];
  const options: Record<string, string> = {};
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, given] = /^--([a-z]+)(?:=(.*))?$/su.exec(word) ?? [];
    if (name === undefined) {
      values.push(word);
      continue;
    }
    if (!known.includes(name)) throw new ConsoleRefusal(`Unknown option --${name}`);
    if (name in options) throw new ConsoleRefusal(`--${name} is there twice`);
    const value = given ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
    if (!value?.trim()) throw new ConsoleRefusal(`--${name} needs a value`);
    options[name] = value.trim();
  }
  return { values, options };
}
