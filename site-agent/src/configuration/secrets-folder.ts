import { chownSync, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { secretName, secretsOf, type NamedSecret } from '@washdesk/site-protocol/site-configuration/secret-name';
import { writePrivateFile } from '../identity/write-file.ts';

/** The field of the agent's file that takes the secret's file, for each field of the cloud that names a secret. */
const fileFields: Readonly<Record<string, string>> = { passwordSecret: 'passwordFile', pathSecret: 'secretFile', keySecret: 'keyFile' };

/** Secrets of the site by name: they never leave its computer. Only the agent's user may read them. */
export class SecretsFolder {
  readonly #dataFolder: string;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** @throws Error for a name that could be a path */
  file(name: string): string {
    return path.join(this.#folder, secretName.parse(name));
  }

  /** Stores a secret for the agent's user, to whom the data folder belongs. */
  write(name: string, value: string): void {
    const file = this.file(name);
    writePrivateFile(file, `${value}\n`);
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = statSync(this.#dataFolder);
    for (const own of [this.#folder, file]) chownSync(own, uid, gid);
  }

  /** Returns the secrets that a configuration names and this computer lacks. */
  missing(content: unknown): NamedSecret[] {
    return secretsOf(content).filter(({ name }) => !existsSync(this.file(name)));
  }

  /** Returns the files of all secrets, which must not appear in a log. */
  files(): string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder).map((name) => path.join(this.#folder, name)) : [];
  }

  /** Returns the content with the files of its secrets in place of their names. */
  resolve(content: unknown): unknown {
    if (Array.isArray(content)) return content.map((entry) => this.resolve(entry));
    if (typeof content !== 'object' || content === null) return content;
    const resolved = Object.entries(content).map(([name, value]: [string, unknown]) => {
      const fileField = fileFields[name];
      return fileField !== undefined && typeof value === 'string' ? [fileField, this.file(value)] : [name, this.resolve(value)];
    });
    return Object.fromEntries(resolved);
  }

  get #folder(): string {
    return path.join(this.#dataFolder, 'secrets');
  }
}
