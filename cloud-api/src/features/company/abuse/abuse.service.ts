import type { z } from 'zod';
import type { AbuseEvidence, AbuseFlag, decideAbuseFlag, listAbuseFlags } from '@washdesk/contracts/company/abuse';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { requireRight, type KeyedCall, type Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { namedSites } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { failedDays } from './days.store.ts';
import { evidenceRows } from './evidence.store.ts';
import { viewEvidence, viewFlag } from './flag-view.ts';
import { countByKind, findFlags, flagById, judge } from './flags.store.ts';
import { placesOfSites, type PlaceOf } from './places.store.ts';

const most = 200;

interface Parts {
  db: Db;
  clock: Clock;
  placeOf: PlaceOf;
}

const unknownFlag = () => notFound('flag_not_found', 'Flag not found');

/** Flags as people see and decide them. An employee’s own flag is invisible to that employee (docs/rules/abuse.md#who-decides). */
export class AbuseService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(query: z.output<typeof listAbuseFlags.query>, by: Principal) {
    const { db } = this.#parts;
    const search = { ...query, state: query.state ?? ('open' as const), notAbout: by.id };
    const [rows, kinds, siteName, failed] = await Promise.all([
      findFlags(db, search, most + 1),
      countByKind(db, search),
      this.#siteNames(),
      failedDays(db),
    ]);
    const flags = rows.slice(0, most).map((row) => viewFlag(row, siteName));
    return { flags, count: flags.length, more: rows.length > most, kinds, notExamined: failed.map(({ day }) => day) };
  }

  /** @throws Failure 404 `flag_not_found` */
  async get(id: string, by: Principal): Promise<{ flag: AbuseFlag; evidence: AbuseEvidence[] }> {
    const { db, placeOf } = this.#parts;
    const flag = await flagById(db, id, by.id);
    if (!flag) throw unknownFlag();
    const [siteName, places, rows] = await Promise.all([this.#siteNames(), placesOfSites(db, placeOf), evidenceRows(db, flag.evidence)]);
    return { flag: viewFlag(flag, siteName), evidence: viewEvidence(rows, flag, places) };
  }

  /** @throws Failure 404 `flag_not_found`, 403 `forbidden`, 409 `flag_changed` */
  async decide(
    id: string,
    { decision, reason, lastSeen }: z.output<typeof decideAbuseFlag.body>,
    call: KeyedCall,
  ): Promise<{ flag: AbuseFlag }> {
    const { db, clock } = this.#parts;
    const { principal } = call;
    const siteName = await this.#siteNames();
    return keyedChange(db, call, async (tx) => {
      const flag = await flagById(tx, id, principal.id);
      if (!flag) throw unknownFlag();
      if (flag.seller !== null) requireRight(principal, 'Admin');
      const at = clock.now();
      const isJudged = await judge(tx, { id, decision, reason, by: principal.id, at, seenUntil: new Date(lastSeen) });
      if (!isJudged) throw new Failure(409, 'flag_changed', 'This flag was decided, or has new evidence. Look at it again.');
      const { kind, customer, seller } = flag;
      await writeAudit(tx, {
        ...auditBy(principal),
        action: `abuse-flag.${decision}`,
        subject: customer === null ? `staff:${seller}` : `customer:${customer}`,
        after: { kind, flag: id },
        why: reason,
        at,
      });
      return { flag: viewFlag((await flagById(tx, id, principal.id)) ?? flag, siteName) };
    });
  }

  async #siteNames(): Promise<(site: number) => string> {
    const names = new Map((await namedSites(this.#parts.db)).map(({ number, name }) => [number, name]));
    return (site) => names.get(site) ?? `Site ${site}`;
  }
}
