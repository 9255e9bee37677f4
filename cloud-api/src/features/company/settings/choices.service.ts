import type { ListedReason } from '@washdesk/contracts/company/choice';
import { reasonKinds } from '@washdesk/contracts/company/reference';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { allReasons, insertPromo, insertReason, lockList, promoOf, reasonOf, updatePromo, updateReason } from './choices.store.ts';

type ReasonKind = (typeof reasonKinds)[number];

interface ReasonRow {
  value: string;
  text: string;
  kinds: string[];
  active: boolean;
}

const listed = ({ value, text, kinds, active }: ReasonRow): ListedReason => ({
  reasonvalue: value,
  reasontext: text,
  kinds: reasonKinds.filter((kind) => kinds.includes(kind)),
  active,
});

/** Derives the value from the text: 'Moved away, too far' becomes `moved_away_too_far`. */
const valueOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60) || 'reason';

interface PromoChange {
  description: string;
  active: boolean;
}

interface ReasonChange {
  text: string;
  kinds: readonly ReasonKind[];
  active: boolean;
}

const inOrder = (kinds: readonly string[]): ReasonKind[] => reasonKinds.filter((kind) => kinds.includes(kind));

/** The promotions and reasons that sign-ups and endings choose from. Nothing is deleted, so that past choices stay readable. */
export class ChoicesService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  addPromo(description: string, call: KeyedCall) {
    return keyedChange(this.#db, call, async (tx) => {
      await lockList(tx, 'promo');
      const after = await insertPromo(tx, description);
      await writeAudit(tx, {
        ...auditBy(call.principal),
        action: 'promo.added',
        subject: `promo:${after.id}`,
        after,
        at: this.#clock.now(),
      });
      return after;
    });
  }

  /** @throws Failure 404 `promo_not_found` */
  changePromo(id: number, { was, ...change }: PromoChange & { was?: PromoChange | undefined }, call: KeyedCall) {
    return keyedChange(this.#db, call, async (tx) => {
      const before = await promoOf(tx, id);
      if (!before) throw notFound('promo_not_found', 'Promotion not found');
      refuseStale<PromoChange>(before.description, { was, now: before, wanted: change });
      await updatePromo(tx, id, change);
      const after = { ...before, ...change };
      await writeAudit(tx, {
        ...auditBy(call.principal),
        action: 'promo.changed',
        subject: `promo:${id}`,
        before,
        after,
        at: this.#clock.now(),
      });
      return after;
    });
  }

  async reasons(): Promise<ListedReason[]> {
    return (await allReasons(this.#db)).map(listed);
  }

  /** @throws Failure 409 `reason_exists` */
  addReason(text: string, kinds: readonly ReasonKind[], call: KeyedCall): Promise<ListedReason> {
    return keyedChange(this.#db, call, async (tx) => {
      await lockList(tx, 'reason');
      const value = valueOf(text);
      if (await reasonOf(tx, value)) throw new Failure(409, 'reason_exists', 'This reason already exists');
      const after = { value, text, kinds: [...kinds], active: true };
      await insertReason(tx, after);
      await writeAudit(tx, {
        ...auditBy(call.principal),
        action: 'reason.added',
        subject: `reason:${value}`,
        after,
        at: this.#clock.now(),
      });
      return listed(after);
    });
  }

  /** @throws Failure 404 `reason_not_found` */
  changeReason(
    value: string,
    { was, ...change }: ReasonChange & { was?: ReasonChange | undefined },
    call: KeyedCall,
  ): Promise<ListedReason> {
    return keyedChange(this.#db, call, async (tx) => {
      const before = await reasonOf(tx, value);
      if (!before) throw notFound('reason_not_found', 'Reason not found');
      const after = { value, text: change.text, kinds: [...change.kinds], active: change.active };
      const seen = ({ text, kinds, active }: { text: string; kinds: readonly string[]; active: boolean }) => ({
        reasontext: text,
        kinds: inOrder(kinds),
        active,
      });
      refuseStale(before.text, { was: was && seen(was), now: seen(before), wanted: seen(change) });
      await updateReason(tx, value, after);
      await writeAudit(tx, {
        ...auditBy(call.principal),
        action: 'reason.changed',
        subject: `reason:${value}`,
        before,
        after,
        at: this.#clock.now(),
      });
      return listed(after);
    });
  }
}
