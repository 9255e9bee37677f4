import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

export interface Owner {
  user: number;
  group: number;
}

/** The users that read the files; null: the current one. */
export interface Owners {
  cloud: Owner | null;
  /** Mosquitto's user, who reads its files again at each reload. */
  broker: Owner | null;
}

const brokerFiles = 'mosquitto';

/** The folder with the settings and secrets of an installation. Files are for their owner only. */
export class SetupFolder {
  readonly path: string;
  readonly #owners: Owners;

  constructor(folder: string, owners: Owners) {
    this.path = path.resolve(folder);
    this.#owners = owners;
  }

  has(name: string): boolean {
    return existsSync(this.file(name));
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  read(name: string): string | null {
    return this.has(name) ? readFileSync(this.file(name), 'utf8').trim() : null;
  }

  write(name: string, content: string): void {
    const file = this.file(name);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(`${file}.new`, content, { mode: 0o600 });
    chmodSync(`${file}.new`, 0o600);
    const ofBroker = name.startsWith(`${brokerFiles}/`);
    const owner = ofBroker ? this.#owners.broker : this.#owners.cloud;
    if (owner !== null) chownSync(`${file}.new`, owner.user, owner.group);
    // Mosquitto's dynamic security replaces its file
    if (owner !== null && ofBroker) chownSync(path.dirname(file), owner.user, owner.group);
    renameSync(`${file}.new`, file);
  }

  /** Returns an existing file's content; otherwise writes and returns a new one. */
  keep(name: string, create: () => string): string {
    const known = this.read(name);
    if (known !== null) return known;
    const made = create();
    this.write(name, made);
    return made.trim();
  }

  settings(): Record<string, string> {
    return parseEnv(this.read('cloud.env') ?? '') as Record<string, string>;
  }

  /** The value of a setting, also of one that is in a file. */
  settingOf(name: string): string | null {
    const settings = this.settings();
    const file = settings[`${name}_FILE`];
    return settings[name] ?? (file === undefined ? null : this.read(path.relative(this.path, file)));
  }

  /** Adds settings to those that are there. */
  writeSettings(settings: Record<string, string>): void {
    const all = Object.entries({ ...this.settings(), ...settings }).toSorted(([one], [other]) => one.localeCompare(other));
    const lines = all.map(([name, value]) => `${name}=${value}\n`);
    this.write('cloud.env', lines.join(''));
  }

  /** Stores the value of a setting as a file. @returns the setting that names it */
  secret(setting: string, value: string): Record<string, string> {
    this.write(secretFile(setting), `${value}\n`);
    return { [`${setting}_FILE`]: this.file(secretFile(setting)) };
  }

  /** Keeps the file of a setting, or creates it. @returns the setting that names it */
  keepSecret(setting: string, create: () => string): Record<string, string> {
    this.keep(secretFile(setting), create);
    return { [`${setting}_FILE`]: this.file(secretFile(setting)) };
  }
}

/** Returns `secrets/token-key` for `WASHDESK_TOKEN_KEY`. */
export const secretFile = (setting: string): string => `secrets/${setting.replace('WASHDESK_', '').toLowerCase().replaceAll('_', '-')}`;
