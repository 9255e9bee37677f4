interface Version {
  numbers: readonly number[];
  /** The identifiers after the hyphen; empty for a release. */
  before: readonly string[];
}

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;
const longest = 40;

function read(text: string): Version | null {
  const found = text.length <= longest ? form.exec(text) : null;
  return found && { numbers: found.slice(1, 4).map(Number), before: found[4]?.split('.') ?? [] };
}

/** Whether the text is a version of a release: three numbers, and identifiers after a hyphen for one before the release. */
export const isReleaseVersion = (text: string): boolean => read(text) !== null;

/**
 * Compares two versions by the precedence of Semantic Versioning 2.0.0: negative if the first is older. A text that is no version is older
 * than every version.
 */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [read(first), read(second)];
  if (!a || !b) return Number(a !== null) - Number(b !== null);
  const place = a.numbers.findIndex((number, index) => number !== b.numbers[index]);
  if (place >= 0) return a.numbers[place]! - b.numbers[place]!;
  return compareBefore(a.before, b.before);
}

function compareBefore(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  const place = a.findIndex((identifier, index) => identifier !== b[index]);
  return place < 0 ? a.length - b.length : compareIdentifiers(a[place]!, b[place]);
}

function compareIdentifiers(a: string, b: string | undefined): number {
  if (b === undefined) return 1;
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (aIsNumber && bIsNumber) return Number(a) - Number(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : 1;
}
