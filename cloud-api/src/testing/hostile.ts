/** Texts that users, programs and attackers enter. */
export const hostileTexts: Readonly<Record<string, string>> = {
  empty: '',
  blank: '   ',
  long: 'x'.repeat(6_000),
  emoji: '🚗💦',
  'right to left': 'סם\u202Eevil',
  accents: 'Zoë Ångström',
  sql: "'; drop table session; --",
  quotes: `"'\`\\`,
  wildcards: '100%_\\',
  markup: '<script>alert(1)</script>',
  'control character': 'a\u0007b',
  'line break': 'a\r\nSet-Cookie: x=y',
  nul: 'a\0b',
  'only nul': '\0',
  'number beyond all columns': '99999999999999999999',
  'negative number': '-1',
  fraction: '1.5',
  exponent: '1e309',
  'not a number': 'NaN',
  'parent folder': '../../etc/passwd',
  'prototype key': '__proto__',
  'constructor key': 'constructor',
  'a uuid without hyphens': '019aa00000007000800000000000000',
};

/** Marks a field that is left out. */
export const missing = Symbol('missing');

/** Values of a wrong type in a JSON body. */
export const hostileValues: Readonly<Record<string, unknown>> = {
  ...hostileTexts,
  'half a surrogate pair': '\ud800',
  missing,
  null: null,
  true: true,
  zero: 0,
  'huge integer': Number.MAX_SAFE_INTEGER,
  'integer beyond 32 bits': 2_147_483_648,
  'huge number': 1e300,
  'negative zero point five': -0.5,
  'empty array': [],
  'array of arrays': [[[]]],
  'empty object': {},
  'array of itself': ['a', 'a'],
};

type Path = readonly (string | number)[];

const isContainer = (value: unknown): value is Record<string | number, unknown> => typeof value === 'object' && value !== null;

/** Returns every path in a value, the whole value first. */
export function pathsIn(value: unknown, at: Path = []): Path[] {
  if (!isContainer(value)) return [at];
  const keys = Array.isArray(value) ? value.map((_one, index) => index) : Object.keys(value);
  return [at, ...keys.flatMap((key) => pathsIn(value[key], [...at, key]))];
}

/** Returns a copy with a different value at one path. */
export function withValueAt(value: unknown, [first, ...rest]: Path, put: unknown): unknown {
  if (first === undefined) return put === missing ? undefined : put;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  if (rest.length === 0 && put === missing) delete copy[first];
  else copy[first] = withValueAt(copy[first], rest, put);
  return copy;
}

/** Invalid JSON, and JSON that no call accepts. */
export const brokenJson: Readonly<Record<string, string>> = {
  'half an object': '{',
  'a bare word': 'undefined',
  'not a number': '{"a":NaN}',
  'a text': '"text"',
  'a number': '12',
  'a trailing comma': '{"a":1,}',
  'two objects': '{}{}',
  'a nul': '\0',
  'a nul inside': '{"a":"\0"}',
  'a bad escape': '{"a":"\\x"}',
  'half a surrogate pair': '{"\\ud800":"\\udfff"}',
  'an array': '[]',
  'an array of nothing': '[null]',
  'an empty object': '{}',
  'deep arrays': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'deep objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'prototype keys': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  'many keys': `{${Array.from({ length: 5_000 }, (_one, i) => `"k${i}":${i}`).join(',')}}`,
};
