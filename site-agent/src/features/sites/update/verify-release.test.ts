import { describe, expect, it } from 'vitest';
import { TestReleases, tampered } from '../../../testing/releases.ts';
import { verifyRelease } from './verify-release.ts';

const program = Buffer.from('a program');
const [releases, next, foreign] = [new TestReleases(), new TestReleases('next'), new TestReleases()];
const installed = {
  keys: { ...releases.publicKeys, ...next.publicKeys },
  platform: 'linux-x64',
  version: '1.0.0',
  failed: '1.5.0',
} as const;
const good = releases.sign(program);

describe('a release', () => {
  it('is accepted by each of the keys', () => {
    expect(verifyRelease(good, installed)).toMatchObject({ version: '1.1.0', size: program.length });
    expect(verifyRelease(next.sign(program, { version: '2.0.0-rc.1' }), installed)).toMatchObject({ version: '2.0.0-rc.1' });
  });

  it('is nothing to do if it is the version that runs', () => {
    expect(verifyRelease(releases.sign(program, { version: '1.0.0' }), installed)).toBeNull();
  });

  it.each([
    ['with a changed manifest', tampered(good, { size: 1 }), 'Its signature is wrong: it was changed after it was signed'],
    [
      'with a signature of another release',
      { ...good, signature: releases.sign(program, { version: '1.2.0' }).signature },
      'signature is wrong',
    ],
    ['without a signature', { ...good, signature: '' }, 'signature is wrong'],
    ['signed by a foreign key of the same name', foreign.sign(program), 'signature is wrong'],
    ['signed by an unknown key', { ...good, kid: 'other' }, "the key 'other', which this agent doesn’t know"],
    ['signed by a name that every object has', { ...good, kid: 'constructor' }, "the key 'constructor', which"],
    ['for another platform', releases.sign(program, { platform: 'win32-x64' }), 'It is for win32-x64, and this computer needs linux-x64'],
    ['that failed here', releases.sign(program, { version: '1.5.0' }), 'It failed on this computer before'],
    ['that is older', releases.sign(program, { version: '0.9.9' }), 'It is older than 1.0.0, which runs here'],
    ['before the one that runs', releases.sign(program, { version: '1.0.0-rc.1' }), 'is older'],
    ['of a later form', releases.signText('{"form":2}'), 'Its manifest can’t be read by this version'],
    ['that is no JSON', releases.signText('release'), 'Its manifest can’t be read by this version'],
    ['whose file leads out of its folder', releases.sign(program, { file: '../agent' }), 'can’t be read'],
  ])('%s is refused', (_name, release, reason) => {
    expect(() => verifyRelease(release, installed)).toThrow(reason);
  });
});
