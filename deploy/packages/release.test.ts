import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseManifest, signedRelease } from '@washdesk/site-protocol/release-manifest';
import { createReleaseKey, kidOf, missingKey, readReleaseKeys } from './release-keys.ts';
import { writeRelease } from './sign-release.ts';

let folder: string;
let keys: string;
let privateFile: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-release-'));
  [keys, privateFile] = [path.join(folder, 'keys'), path.join(folder, 'release.pem')];
  createReleaseKey('2026-11', privateFile, keys);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const privateKey = () => createPrivateKey(readFileSync(privateFile));

const release = (text = 'a program') =>
  writeRelease({
    version: '1.2.0',
    platform: 'win32-x64',
    folder,
    signer: { key: privateKey(), kid: kidOf(privateKey(), readReleaseKeys(keys)) },
    build: async (file) => writeFileSync(file, text),
  });

describe('a release', () => {
  it('is a file beside a manifest that names it, signed by its very bytes', async () => {
    const { manifest, signature, kid } = signedRelease.parse(JSON.parse(readFileSync(await release(), 'utf8')));
    const bytes = Buffer.from(manifest, 'base64');
    expect(verify(null, bytes, createPublicKey(readReleaseKeys(keys)[kid]!), Buffer.from(signature, 'base64'))).toBe(true);
    expect(releaseManifest.parse(JSON.parse(bytes.toString()))).toMatchObject({
      version: '1.2.0',
      platform: 'win32-x64',
      file: 'washdesk-agent-1.2.0-win32-x64.exe',
      size: 9,
      sha256: 'd69ea8cda2433733c1ce02de65da8f48e6a3dbba6bb18876a2062908e54ef7cb',
    });
    expect(readFileSync(path.join(folder, '1.2.0/washdesk-agent-1.2.0-win32-x64.exe'), 'utf8')).toBe('a program');
  });

  it('is made once', async () => {
    await release();
    await expect(release('another program')).rejects.toThrow('a release gets a new number');
  });
});

describe('a release key', () => {
  it('is private to its owner, and never replaced', () => {
    expect(statSync(privateFile).mode & 0o777).toBe(0o600);
    expect(() => createReleaseKey('2026-11', path.join(folder, 'other.pem'), keys)).toThrow('choose another name');
    expect(() => createReleaseKey('2026-12', privateFile, keys)).toThrow('release.pem exists: choose another name');
    expect(Object.keys(readReleaseKeys(keys))).toEqual(['2026-11']);
  });

  it('that no agent knows signs nothing', () => {
    const other = path.join(folder, 'other.pem');
    createReleaseKey('other', other, path.join(folder, 'other-keys'));
    expect(() => kidOf(createPrivateKey(readFileSync(other)), readReleaseKeys(keys))).toThrow('every agent would refuse');
  });

  it('is needed for a package and for a release, and what is missing is said with what to do', () => {
    const made = readReleaseKeys(keys);
    const without = { keyFile: undefined, isWithoutUpdates: false };
    expect(missingKey('windows', without, {})).toMatch(
      /^There is no release key yet, so this agent could never update itself\. Make one, and commit its public part:\n {2}npm run package -- release-key /u,
    );
    expect(missingKey('debian', { ...without, isWithoutUpdates: true }, {})).toBeNull();
    expect(missingKey('all', without, made)).toBeNull();
    expect(missingKey('release', { ...without, isWithoutUpdates: true }, {})).toMatch(/^There is no release key yet/u);
    expect(missingKey('release', without, made)).toContain('Name the private key: --release-key <pem>');
    expect(missingKey('release', { ...without, keyFile: path.join(folder, 'none.pem') }, made)).toMatch(/none\.pem doesn’t exist/u);
    expect(missingKey('release', { ...without, keyFile: privateFile }, made)).toBeNull();
  });

  it('is made at a place that exists, outside of the repository', () => {
    expect(() => createReleaseKey('2026-12', path.join(folder, 'none', 'key.pem'), keys)).toThrow(/The folder .*none doesn’t exist/u);
    expect(() => createReleaseKey('2026-12', path.join(import.meta.dirname, 'key.pem'), keys)).toThrow('outside of the repository');
    expect(Object.keys(readReleaseKeys(keys))).toEqual(['2026-11']);
  });

  it('is refused among the public keys if it is private', () => {
    writeFileSync(path.join(keys, 'mistake.pem'), readFileSync(privateFile));
    expect(() => readReleaseKeys(keys)).toThrow('is a private key');
  });
});
