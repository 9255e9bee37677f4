import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const kept = z.record(z.string(), z.string());

/**
 * The cookies of one register's embedded browser, kept separate from the browser that shows the simulator. Cookies ignore ports, so two
 * registers on one machine would share them.
 */
export class CookieJar {
  readonly #file: string | null;
  readonly #cookies: Map<string, string>;

  /** @param file null: the cookies are lost when the register is switched off */
  constructor(file: string | null) {
    this.#file = file;
    const stored = file !== null && existsSync(file) ? kept.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
    this.#cookies = new Map(Object.entries(stored));
  }

  /** Returns the value of a request's Cookie header. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Stores the Set-Cookie headers of a response. */
  take(headers: readonly string[]): void {
    if (headers.length === 0) return;
    for (const header of headers) this.#set(header);
    if (this.#file !== null) writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#cookies)), { mode: 0o600 });
  }

  #set(header: string): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute))) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(name.length + 1));
  }
}
