import type { Db, Tx } from '../../../db/pool.ts';
import type { CertificateAuthority } from '../../../ports/certificate-authority.ts';
import type { Clock } from '../../../ports/clock.ts';
import { revokedBefore } from './certificates.store.ts';
import { markFetched, nextNumber, saveList, storedList } from './revocation-list.store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const renewedAfterMs = dayMs;

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms);

interface Options {
  db: Db;
  systemClock: Clock;
  authority: CertificateAuthority | null;
}

/**
 * The list of revoked certificates, signed by the site CA. A broker that reads it rejects every site once it expires, so it is renewed
 * daily; a copy that nears its end is a fault of the cloud (docs/rules/company.md#faults-of-the-cloud).
 */
export class RevocationList {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the revoked certificates that would still be valid. */
  revoked(): Promise<{ serial: string; site: number }[]> {
    const { db, systemClock } = this.#options;
    return revokedBefore(db, systemClock.now());
  }

  /** Issues a new list, in the transaction of a revocation. */
  async renew(tx: Tx): Promise<void> {
    const { systemClock, authority } = this.#options;
    if (!authority) return;
    const issued = systemClock.now();
    // a restored database must not issue a number again: brokers reject a list whose number is not higher
    const number = await nextNumber(tx, issued);
    const pem = await authority.revocationList(await revokedBefore(tx, issued), number, issued);
    await saveList(tx, { number, pem, issued });
  }

  /** Returns the list in PEM, not older than a day; null on an installation without a site CA. */
  async fetch(): Promise<string | null> {
    const { db, systemClock, authority } = this.#options;
    if (!authority) return null;
    const now = systemClock.now();
    const stored = await storedList(db);
    if (!stored || stored.issued <= before(now, renewedAfterMs)) await db.transaction().execute((tx) => this.renew(tx));
    await markFetched(db, now, before(now, hourMs));
    return (await storedList(db))?.pem ?? null;
  }
}
