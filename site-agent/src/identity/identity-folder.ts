import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { commandKeys } from '@washdesk/site-protocol/enrollment';
import { writePrivateFile } from './write-file.ts';

const cloudFile = z.object({
  cloudUrl: z.string(),
  site: z.int().positive(),
  name: z.string(),
  timeZone: z.string(),
  brokerUrl: z.string(),
  commandKeys,
});
/** `cloud.json`: what the agent knows of its cloud. */
export type CloudFile = z.output<typeof cloudFile>;

export interface NewIdentity extends CloudFile {
  /** PEM of the site's certificate, for the next key. */
  certificate: string;
  /** PEM of the CA of the broker's certificate; null for one that the system trusts. */
  ca: string | null;
}

/** The folder of an enrolled agent's key, its certificate and what it knows of its cloud. Only the agent's user may read it. */
export class IdentityFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The last file of an enrollment: with it the identity is complete. */
  get isEnrolled(): boolean {
    return existsSync(this.file('cloud.json'));
  }

  file(name: 'cloud.json' | 'key.pem' | 'certificate.pem' | 'ca.pem' | 'next-key.pem'): string {
    return path.join(this.folder, name);
  }

  /** Null if the broker's certificate is one that the system trusts. */
  get caFile(): string | null {
    return existsSync(this.file('ca.pem')) ? this.file('ca.pem') : null;
  }

  /** @throws Error for an incomplete identity */
  cloud(): CloudFile {
    return cloudFile.parse(JSON.parse(readFileSync(this.file('cloud.json'), 'utf8')));
  }

  /** Returns the key for the next certificate. It is stored before it is sent: a repeated request must be for the same one. */
  nextKey(): KeyObject {
    const file = this.file('next-key.pem');
    if (!existsSync(file)) {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      this.#write('next-key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    }
    return createPrivateKey(readFileSync(file));
  }

  /** Replaces the whole identity. After a power failure before `cloud.json` the code is traded again, with the same key. */
  store({ certificate, ca, ...cloud }: NewIdentity): void {
    rmSync(this.file('cloud.json'), { force: true });
    if (ca === null) rmSync(this.file('ca.pem'), { force: true });
    else this.#write('ca.pem', ca);
    this.#write('certificate.pem', certificate);
    this.storeCloud(cloud);
    this.adoptNextKey();
  }

  /** Replaces the certificate by one for the next key. */
  renew(certificate: string): void {
    this.#write('certificate.pem', certificate);
    this.adoptNextKey();
  }

  /** Makes the next key the current one if the certificate is for it: also at a start after a power failure in between. */
  adoptNextKey(): void {
    const next = this.file('next-key.pem');
    if (!existsSync(next)) return;
    const { publicKey } = new X509Certificate(readFileSync(this.file('certificate.pem')));
    if (createPublicKey(readFileSync(next)).equals(publicKey)) renameSync(next, this.file('key.pem'));
  }

  storeCloud(cloud: CloudFile): void {
    this.#write('cloud.json', `${JSON.stringify(cloud, null, 2)}\n`);
  }

  #write(name: Parameters<IdentityFolder['file']>[0], text: string): void {
    writePrivateFile(this.file(name), text);
  }
}
