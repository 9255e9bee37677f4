import { X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { renewalResult } from '@washdesk/site-protocol/enrollment';
import { certificateRequest } from '../identity/certificate-request.ts';
import type { SiteKey } from '../identity/client-assertion.ts';
import type { IdentityFolder } from '../identity/identity-folder.ts';
import type { Clock } from '../ports/clock.ts';
import type { CloudClient } from './cloud-client.ts';

export interface CertificateRenewalOptions {
  identity: IdentityFolder;
  cloud: Pick<CloudClient, 'post'>;
  clock: Clock;
  /** Connects to the broker once with the next certificate. @throws Error if the broker refuses it */
  tryAtBroker: (next: SiteKey) => Promise<void>;
  /** Uses the certificate from the next connection on: the current one is not interrupted. */
  adopt: (next: SiteKey) => void;
  /** Called after each attempt: why it failed, or null. */
  onProblem: (cause: unknown) => void;
  log: Logger;
}

const checkEveryMs = 3_600_000;
const renewedAfter = 2 / 3;

/** Whether two thirds of the certificate's life are over. */
export function isDue(certificate: string, now: Date): boolean {
  const { validFromDate, validToDate } = new X509Certificate(certificate);
  const lifeMs = validToDate.getTime() - validFromDate.getTime();
  return now.getTime() >= validFromDate.getTime() + lifeMs * renewedAfter;
}

/** Renews the certificate of an enrolled agent. The old one stays until the broker has accepted the new one. */
export class CertificateRenewal {
  readonly #options: CertificateRenewalOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(options: CertificateRenewalOptions) {
    this.#options = options;
  }

  /** Checks now and every hour. */
  start(): void {
    this.#running = this.check().finally(() => {
      if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => this.start(), checkEveryMs);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async check(): Promise<void> {
    const { identity, clock, onProblem, log } = this.#options;
    try {
      if (!isDue(readFileSync(identity.file('certificate.pem'), 'utf8'), clock.now())) return;
      await this.#renew(identity.nextKey());
      onProblem(null);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ err: error }, 'Certificate not renewed; the current one stays');
      onProblem(error);
    }
  }

  async #renew(key: KeyObject): Promise<void> {
    const { identity, cloud, tryAtBroker, adopt, log } = this.#options;
    const body = { csr: certificateRequest(key) };
    const { certificate } = await cloud.post('/api/agent/certificate', body, renewalResult, this.#stopping.signal);
    await tryAtBroker({ certificate, key });
    identity.renew(certificate);
    adopt({ certificate, key });
    log.info({ until: new X509Certificate(certificate).validToDate }, 'Certificate renewed');
  }
}
