import { z } from 'zod';
import type { BrokerLog } from './config.ts';

const everyMs = 2_000;
const deadlineMs = 4_000;
const answer = z.object({ certificates: z.array(z.object({ serial: z.string() })) });

/** The serial numbers of revoked site certificates, fetched from the cloud. The last list stays if the cloud is unreachable. */
export class RevokedSerials {
  readonly #url: string;
  readonly #log: BrokerLog;
  #serials: ReadonlySet<string> | null = null;
  #version: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failed = false;
  readonly #stopping = new AbortController();

  constructor(url: string, log: BrokerLog) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether the certificate is revoked; every one is until the first list is known. */
  has(serial: string): boolean {
    return this.#serials?.has(serial) ?? true;
  }

  start(onChange: () => void): void {
    void this.#fetch(onChange).finally(() => {
      if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => this.start(onChange), everyMs);
    });
  }

  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  async #fetch(onChange: () => void): Promise<void> {
    try {
      const headers = this.#version === null ? {} : { 'if-none-match': this.#version };
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(deadlineMs)]);
      const response = await fetch(this.#url, { headers, signal });
      const text = await response.text();
      if (response.status !== 304) this.#take(answer.parse(JSON.parse(text)).certificates, response.headers.get('etag'), onChange);
      this.#failed = false;
    } catch (error) {
      // one line per failure: a cloud that restarts is no news every two seconds
      if (!this.#failed && !this.#stopping.signal.aborted)
        this.#log('revoked certificates not fetched', { url: this.#url, error: String(error) });
      this.#failed = true;
    }
  }

  #take(certificates: readonly { serial: string }[], version: string | null, onChange: () => void): void {
    this.#serials = new Set(certificates.map(({ serial }) => serial));
    this.#version = version;
    this.#log('revoked certificates fetched', { count: certificates.length });
    onChange();
  }
}
