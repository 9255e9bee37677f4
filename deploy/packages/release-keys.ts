import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@washdesk/local-servers/processes/program';

/** What a person has to mend, in words. */
export class KeyProblem extends Error {}

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
  if (pem.includes('PRIVATE KEY')) throw new KeyProblem(`release-keys/${name} is a private key: remove it, and make another one`);
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new KeyProblem(`release-keys/${name} is no Ed25519 key`);
  return textOf(key);
}

const textOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** Returns the name of the public key that belongs to a private one. */
export function kidOf(privateKey: KeyObject, keys: ReleaseKeys): string {
  const own = textOf(createPublicKey(privateKey));
  const found = Object.entries(keys).find(([, key]) => key === own);
  if (!found) throw new KeyProblem('This key isn’t one of deploy/packages/release-keys: every agent would refuse the release');
  return found[0];
}

/** Makes a key: the private part in a file that must not exist, the public part for the packages. Returns the file of the public part. */
export function createReleaseKey(kid: string, privateFile: string, folder = repositoryKeys): string {
  if (!kidForm.test(kid)) throw new KeyProblem('The name of a key has small letters, digits and hyphens, at most 40');
  const place = path.dirname(path.resolve(privateFile));
  if (!existsSync(place)) throw new KeyProblem(`The folder ${place} doesn’t exist. Create it, or connect its disk`);
  if (`${place}${path.sep}`.startsWith(`${ROOT}${path.sep}`))
    throw new KeyProblem('Keep the private key outside of the repository, for example on a disk of its own');
  if (existsSync(privateFile)) throw new KeyProblem(`${privateFile} exists: choose another name`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicFile = path.join(folder, `${kid}${suffix}`);
  if (existsSync(publicFile)) throw new KeyProblem(`${publicFile} exists: choose another name`);
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  mkdirSync(folder, { recursive: true });
  writeFileSync(publicFile, textOf(publicKey), { flag: 'wx' });
  return publicFile;
}

const makeKey = `Make one, and commit its public part:
  npm run package -- release-key 2026-11 /media/key/release-2026-11.pem`;

/** Returns which key a package or a release lacks, and what to do; null if none. */
export function missingKey(
  kind: string,
  { keyFile, isWithoutUpdates }: { keyFile: string | undefined; isWithoutUpdates: boolean },
  keys: ReleaseKeys = readReleaseKeys(),
): string | null {
  const isRelease = kind === 'release';
  if (Object.keys(keys).length === 0 && (isRelease || !isWithoutUpdates)) {
    const otherwise = isRelease ? '' : '\nTo build an agent that only an installer replaces, add --without-updates';
    return `There is no release key yet, so this agent could never update itself. ${makeKey}${otherwise}`;
  }
  if (!isRelease) return null;
  if (keyFile === undefined) return 'Name the private key: --release-key <pem>, or the environment variable WASHDESK_RELEASE_KEY';
  return existsSync(keyFile) ? null : `${keyFile} doesn’t exist: name the file of the private key`;
}
