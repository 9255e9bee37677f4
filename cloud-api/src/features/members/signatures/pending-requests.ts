import { createHash } from 'node:crypto';
import { RememberedReads } from '../../../common/remembered-reads.ts';
import type { Db } from '../../../db/pool.ts';
import { mostAtOnce, pendingSince, type PendingRequest, type SigningPlace } from './signatures.store.ts';

/** Time within which a poll notices a change. A tablet that gets a hint reads the list itself. */
const noticedWithinMs = 1_000;

/** The pending requests of all sites, read at most once a second: the polls of all tablets share one query. */
export class PendingRequests {
  readonly #requests: RememberedReads<Map<number, PendingRequest[]>>;

  constructor(db: Db, listedSince: () => Date) {
    const read = async () => Map.groupBy(await pendingSince(db, listedSince()), ({ site }) => site);
    this.#requests = new RememberedReads({ read, ttlMs: noticedWithinMs, max: 1 });
  }

  /** Returns the version of the list that a tablet of this place shows. */
  async versionAt({ site, terminal }: SigningPlace): Promise<string> {
    const ofSite = (await this.#requests.get('all')).get(site) ?? [];
    const shown = ofSite.filter((request) => request.terminal === null || terminal === null || request.terminal === terminal);
    return versionOf(shown.slice(-mostAtOnce));
  }
}

/** Names a list of requests. A request that was moved or made again has another time. */
export function versionOf(requests: readonly Pick<PendingRequest, 'id' | 'requested'>[]): string {
  if (requests.length === 0) return 'none';
  const text = requests.map(({ id, requested }) => `${id} ${requested.getTime()}`).join();
  return createHash('sha256').update(text).digest('base64url');
}
