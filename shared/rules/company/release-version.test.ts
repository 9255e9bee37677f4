import { describe, expect, it } from 'vitest';
import { compareVersions, isReleaseVersion } from './release-version.ts';

describe('a version of a release', () => {
  it.each(['1.0.0', '0.10.2', '1.2.3-rc.1', '2026.11.0'])('is %s', (text) => expect(isReleaseVersion(text)).toBe(true));

  it.each(['1.0', 'v1.0.0', '1.0.0+build', '01.0.0', '1.0.0-', '../1.0.0', '', `1.0.0-${'a'.repeat(40)}`])('is not %s', (text) =>
    expect(isReleaseVersion(text)).toBe(false),
  );
});

describe('versions in order', () => {
  const ascending = [
    'no version',
    '0.9.10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ];

  it('are those of Semantic Versioning, numbers by their value', () => {
    expect(ascending.toReversed().toSorted(compareVersions)).toEqual(ascending);
    for (const [index, version] of ascending.entries())
      expect(ascending.map((other) => Math.sign(compareVersions(version, other)))).toEqual(
        ascending.map((_other, place) => Math.sign(index - place)),
      );
  });
});
