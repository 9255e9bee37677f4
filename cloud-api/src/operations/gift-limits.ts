import { createHash } from 'node:crypto';
import { exceededGift, giftNames, memberDays, type GiftKind, type GiftLimit } from '@washdesk/rules/billing/gift-limits';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../audit/audit.ts';
import type { Alert } from '../common/alert.ts';
import { ownScope } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';
import type { Db, Tx } from '../db/pool.ts';
import { raiseAlert } from '../jobs/alert.store.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadSetting } from '../ports/settings.ts';
import { deleteGift, giftsGiven, insertGift, isGiven, lockGifts } from './gift.store.ts';
import type { OperationActor } from './operation.ts';

interface Parts {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  alert: Alert;
}

export interface Gift {
  kind: GiftKind;
  /** The gift's own id among its kind: repeating the call counts once. */
  source: string;
  operation?: string;
  customer: string | null;
  /** Who gets it, besides the customer. */
  members: { plate?: string | null; card?: string | null; phone?: string | null };
  /** A member takes it without a cashier: of the limits, only the member's applies. */
  isTaken?: boolean;
}

/** Rejects a gift above what needs no approval. */
export class GiftLimitExceeded extends Failure {
  readonly kind: GiftKind;
  readonly by: keyof GiftLimit;

  constructor(kind: GiftKind, by: keyof GiftLimit, limit: number) {
    const of = by === 'member' ? `for one member in ${memberDays[kind]} days` : `for one ${by === 'person' ? 'employee' : by} in a day`;
    super(403, 'forbidden', `This is above the limit (${limit} ${giftNames[kind]} ${of}). SalesManager and above can approve it`, {
      details: { kind, by, limit },
    });
    this.kind = kind;
    this.by = by;
  }
}

const mayExceed = ({ roles, approver }: OperationActor): boolean =>
  approver ? atLeast(approver.roles, Role.SalesManager) : atLeast(roles, Role.Admin);

/** Limits of what staff give without money (docs/rules/billing.md#limits-of-gifts). Programs have none. */
export class GiftLimits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts a gift in the transaction that gives it. @throws Failure 403 `forbidden` above a limit */
  async count(tx: Tx, by: OperationActor, { kind, source, operation, customer, members, isTaken = false }: Gift): Promise<void> {
    if (by.kind !== 'staff' && !isTaken) return;
    await lockGifts(tx, kind);
    if (await isGiven(tx, kind, source)) return;
    const gift = {
      kind,
      source,
      operation: operation ?? null,
      person: ownScope(by),
      name: by.name,
      device: by.device ?? null,
      site: by.site,
      customer,
      members: membersOf({ customer, ...members }),
      approver: by.approver?.id ?? null,
      at: this.#parts.clock.now(),
    };
    const limit = (await this.#parts.settings('giftLimits', tx))[kind];
    const given = await giftsGiven(tx, gift);
    const exceeded = exceededGift(isTaken ? { ...limit, person: Infinity, device: Infinity } : limit, given);
    if (exceeded && !mayExceed(by)) throw new GiftLimitExceeded(kind, exceeded, limit[exceeded]);
    await insertGift(tx, gift);
    if (exceeded) await this.#report(tx, by, 'gift-limit.exceeded', { kind, by: exceeded });
  }

  /** Whether the member may have another gift of this kind without an approval. */
  async mayTake(kind: GiftKind, { customer, members }: Pick<Gift, 'customer' | 'members'>): Promise<boolean> {
    const { db, settings } = this.#parts;
    const { member } = await giftsGiven(db, { kind, person: '', device: null, members: membersOf({ customer, ...members }) });
    return member < (await settings('giftLimits'))[kind].member;
  }

  /** Counts a gift that can be left out. @returns false above a limit: then it must not be given */
  async countIfAllowed(tx: Tx, by: OperationActor, gift: Gift): Promise<boolean> {
    try {
      await this.count(tx, by, gift);
      return true;
    } catch (error) {
      if (!(error instanceof GiftLimitExceeded)) throw error;
      await this.#report(tx, by, 'gift-limit.refused', error);
      return false;
    }
  }

  /** Forgets a gift that was not given after all. */
  withdraw(kind: GiftKind, source: string): Promise<void> {
    return deleteGift(this.#parts.db, kind, source);
  }

  /** Reports a rejection after its run, because the transaction that counted has been rolled back. */
  async reportingRefusals<T>(by: OperationActor, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof GiftLimitExceeded) {
        await this.#parts.db.transaction().execute((tx) => this.#report(tx, by, 'gift-limit.refused', error));
        error.isAudited = true;
      }
      throw error;
    }
  }

  /** Writes an audit row each time, and one alert on the Admins' list per person, kind and day. */
  async #report(tx: Tx, by: OperationActor, action: string, { kind, by: what }: { kind: GiftKind; by: keyof GiftLimit }): Promise<void> {
    const at = this.#parts.clock.now();
    const person = ownScope(by);
    const reason = `${by.name} (${by.id}) reached the limit of ${giftNames[kind]}`;
    await writeAudit(tx, { ...auditBy(by), action, subject: person, after: { kind, by: what }, at });
    await raiseAlert(tx, {
      key: `gift-limit:${person}:${kind}:${at.toISOString().slice(0, 10)}`,
      site: by.site,
      customer: null,
      reason,
      created: at,
    });
    this.#parts.alert(action, { person, site: by.site }, reason);
  }
}

/** Hashes, because they are compared and never shown. */
const membersOf = (named: Readonly<Record<string, string | null | undefined>>): string[] =>
  Object.entries(named).flatMap(([what, value]) => (value ? [createHash('sha256').update(`${what}:${value}`).digest('base64url')] : []));
