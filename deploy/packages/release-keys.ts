import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Public keys of releases by `kid`, in PEM. */
export type ReleaseKeys = Readonly<Record<string, string>>;

const repositoryKeys = path.join(import.meta.dirname, 'release-keys');
const kidForm = /^[a-z0-9-]{1,40}$/u;
const suffix = '.pem';

/** Returns the keys that the packages of this repository contain: `<kid>.pem` in the folder. */
export function readReleaseKeys(folder = repositoryKeys): ReleaseKeys {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith(suffix));
  return Object.fromEntries(
    files.map((name) => [path.basename(name, suffix), publicKeyOf(readFileSync(path.join(folder, name), 'utf8'), name)]),
  );
}

function publicKeyOf(pem: string, name: string): string {
  if (pem.includes('PRIVATE KEY')) throw new Error(`release-keys/${name} is a private key: remove it, and make another one`);
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`release-keys/${name} is no Ed25519 key`);
  return textOf(key);
}

const textOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** Returns the name of the public key that belongs to a private one. */
export function kidOf(privateKey: KeyObject, keys: ReleaseKeys): string {
  const own = textOf(createPublicKey(privateKey));
  const found = Object.entries(keys).find(([, key]) => key === own);
  if (!found) throw new Error('This key isn’t one of deploy/packages/release-keys: every agent would refuse the release');
  return found[0];
}

/** Makes a key: the private part in a file that must not exist, the public part for the packages. Returns the file of the public part. */
export function createReleaseKey(kid: string, privateFile: string, folder = repositoryKeys): string {
  if (!kidForm.test(kid)) throw new Error('The name of a key has small letters, digits and hyphens, at most 40');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicFile = path.join(folder, `${kid}${suffix}`);
  if (existsSync(publicFile)) throw new Error(`${publicFile} exists: choose another name`);
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  mkdirSync(folder, { recursive: true });
  writeFileSync(publicFile, textOf(publicKey), { flag: 'wx' });
  return publicFile;
}
