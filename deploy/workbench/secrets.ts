import { generateKeyPairSync, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A folder of secrets that only this user may read, created at the first start and never changed. */
export interface Secrets {
  /** Returns the path of an Ed25519 private key in PEM. */
  keyFile(name: string): string;
  /** Returns the public half in PEM. */
  publicKey(name: string): string;
  password(name: string): string;
}

export function openSecrets(folder: string): Secrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keep = (file: string, make: () => string): string => {
    const place = path.join(folder, file);
    if (!existsSync(place)) writeFileSync(place, make(), { mode: 0o600 });
    return place;
  };
  const keyFile = (name: string): string => keep(`${name}.pem`, newKey);
  return {
    keyFile,
    publicKey: (name) =>
      createPublicKey(createPrivateKey(readFileSync(keyFile(name))))
        .export({ type: 'spki', format: 'pem' })
        .toString(),
    password: (name) =>
      readFileSync(
        keep(`${name}.secret`, () => randomBytes(24).toString('base64url')),
        'utf8',
      ),
  };
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
