import type { Logger } from 'pino';
import { signaturesTopic, type SignatureRequest } from '@washdesk/contracts/members/signature';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { siteOf, type Caller, type EnrolledDevice, type KeyedCall, type Principal } from '../../../common/caller.ts';
import { badRequest, notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { requestSignature } from '../../../documents/signature-request.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import { publishLive } from '../../../live/publish.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { PendingRequests, versionOf } from './pending-requests.ts';
import { dataAddressOf } from './png.ts';
import { PollStamps } from './poll-stamps.ts';
import { signatureView } from './signature-view.ts';
import {
  endSignature,
  lockedAt,
  signatureById,
  signatureOfOperation,
  signaturesOf,
  signUpReceipt,
  waitingAt,
  type SignatureRow,
  tabletsTakingHints,
  tabletSeen,
  type SigningPlace,
} from './signatures.store.ts';
import { alreadySigned, canceledSignature, placeOfTablet, signingPlaceOf, tabletOf, unknownSignature } from './signing-place.ts';

/** Older requests are not listed, because the customer has left; a new request lists them again. */
const listedForMs = 24 * 3_600_000;

/** The register screen's message. */
const notNotified = 'Error Notifying Signature Tablet';

interface Options {
  db: Db;
  operations: Pick<Operations, 'doneBy'>;
  sites: SiteCommands;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/** A signature request outside a sign-up's operation. */
export interface RequestedSignature {
  customer?: string | undefined;
  subscription?: string | undefined;
  receiptid?: string | undefined;
}

/** A tablet's poll. */
interface Poll {
  /** Chosen at a tablet without a terminal of its own. */
  terminal?: string | undefined;
  noCache?: string | undefined;
  knownVersion?: string | undefined;
}

interface Waiting {
  version: string;
  signatures: SignatureRequest[] | null;
}

/** Agreements for customers to sign (docs/rules/members.md#signatures). */
export class SignaturesService {
  readonly #options: Options;
  readonly #pending: PendingRequests;
  readonly #stamps: PollStamps;

  constructor(options: Options) {
    this.#options = options;
    this.#pending = new PendingRequests(options.db, () => this.#listedSince());
    this.#stamps = new PollStamps(options.db, options.log);
  }

  stop(): Promise<void> {
    return this.#stamps.stop();
  }

  /** Step 7 of a sign-up. @throws Failure as the contract `requestSignature` lists them */
  async request(wanted: RequestedSignature, call: KeyedCall, operationKey: string | undefined) {
    const row = operationKey === undefined ? await this.#requested(wanted, call) : await this.#ofSignUp(call.principal, operationKey);
    const { id, state } = row;
    const tablet = state !== 'pending' || (await notifyTablet(this.#options, id, row));
    return { id, state: signatureView(row).state, tablet, message: tablet ? null : notNotified };
  }

  /**
   * Returns what waits at the caller's place; a tablet that polls counts as reachable there. `signatures` is null if the caller has this
   * version: hundreds of tablets poll, and seldom has anything changed.
   */
  async waiting(caller: Caller, poll: Poll): Promise<Waiting> {
    const place = signingPlaceOf(caller, poll.terminal);
    const tablet = tabletOf(caller);
    const version = await this.#unchangedAt(place, poll);
    if (version !== null) {
      if (tablet) this.#stamps.add(tablet.id, place.terminal);
      return { version, signatures: null };
    }
    if (tablet) await this.#stamps.write(tablet.id, place.terminal);
    const rows = await waitingAt(this.#options.db, place, this.#listedSince());
    return { version: versionOf(rows), signatures: rows.map(signatureView) };
  }

  /** Whether a tablet has the current list; it then counts as reachable. */
  async isUnchanged(tablet: EnrolledDevice, poll: Poll): Promise<boolean> {
    if (tablet.kind !== 'tablet') return false;
    const place = placeOfTablet(tablet, poll.terminal);
    if ((await this.#unchangedAt(place, poll)) === null) return false;
    this.#stamps.add(tablet.id, place.terminal);
    return true;
  }

  /** @throws Failure 404 `signature_not_found`, 409 `already_signed` or `no_location` */
  async cancel(id: string, by: Principal): Promise<SignatureRequest> {
    const at = this.#options.clock.now();
    const site = siteOf(by);
    return this.#options.db.transaction().execute(async (tx) => {
      const row = await lockedAt(tx, id, { site, terminal: null });
      if (!row) throw unknownSignature();
      if (row.state === 'signed') throw alreadySigned();
      if (row.state === 'cancelled') return signatureView(row);
      const audit = { action: 'signature.cancelled', subject: `signature:${id}`, after: { receipt: row.receipt } };
      await writeAudit(tx, { ...audit, ...auditBy(by), site, at });
      await publishLive(tx, signaturesTopic, { type: 'signatures', site, terminal: row.terminal });
      return signatureView(await endSignature(tx, id, { state: 'cancelled' }));
    });
  }

  /** @throws Failure 404 `customer_not_found` */
  async ofCustomer(customer: string) {
    const { db } = this.#options;
    await knownCustomer(db, customer);
    const rows = await signaturesOf(db, customer);
    return rows.map((row) => ({ ...signatureView(row), signature: row.image && dataAddressOf(row.image) }));
  }

  /** Returns the version of a list that the caller has; null if it must be read. */
  async #unchangedAt(place: SigningPlace, { noCache, knownVersion }: Poll): Promise<string | null> {
    if (knownVersion === undefined || noCache === 'true') return null;
    return (await this.#pending.versionAt(place)) === knownVersion ? knownVersion : null;
  }

  #listedSince(): Date {
    return new Date(this.#options.clock.now().getTime() - listedForMs);
  }

  async #ofSignUp(by: Principal, operationKey: string): Promise<SignatureRow> {
    const { db, operations } = this.#options;
    const row = await signatureOfOperation(db, (await operations.doneBy(by, operationKey)).id);
    if (!row) throw notFound('signature_not_found', 'This operation doesn’t need a signature');
    if (row.state === 'cancelled') throw canceledSignature();
    return row;
  }

  async #requested({ customer, subscription, receiptid }: RequestedSignature, call: KeyedCall): Promise<SignatureRow> {
    const { db, clock } = this.#options;
    if (customer === undefined && receiptid === undefined) throw badRequest('body.customer', 'must be the id of a customer');
    const by = call.principal;
    const site = siteOf(by);
    const receipt = await signUpReceipt(db, { receipt: receiptid, customer, subscription });
    if (receipt === undefined) throw notFound('receipt_not_found', 'No sign-up receipt found');
    const place = { site, terminal: by.terminal };
    const { id } = await keyedChange(db, call, async (tx) => ({
      id: await requestSignature(tx, { receipt, operation: null, ...place, by: by.id, at: clock.now() }),
    }));
    return signatureById(db, id);
  }
}

/** The cashier is waiting; a tablet that missed the hint polls within seconds. */
const hintWithinMs = 1_000;

/**
 * Sends a hint to every tablet of the site that accepts hints.
 * @returns whether a tablet that shows the request polled recently
 */
async function notifyTablet({ db, sites }: { db: Db; sites: SiteCommands }, signature: string, desk: SigningPlace): Promise<boolean> {
  const tablets = await tabletsTakingHints(db, desk.site);
  await Promise.all(tablets.map((tablet) => sites.send(desk.site, tablet, 'tablet.hint', { signature }, { waitMs: hintWithinMs })));
  return tabletSeen(db, desk);
}
