import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Approvals, CallToApprove, Principal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import { hashOfRequest } from '../../../../common/request-hash.ts';
import { hashOfSecret } from '../../../../common/rotating-secrets.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { approvalByToken, insertApproval, markUsed, type ApprovalRow, type StaffRecord } from '../sign-in/sign-in.store.ts';

const approvalLifeMs = 60_000;
const tokenBytes = 32;

const invalid = (message: string): Failure => new Failure(403, 'approval_invalid', `${message}. Ask for another one`);

interface Options {
  db: Db;
  /** The machine's time, by which an approval expires. */
  systemClock: Clock;
  /** Whether the caller has started an action under this Idempotency-Key. */
  isBegun: (principal: Principal, key: string) => Promise<boolean>;
}

export interface ApprovalGrant {
  id: string;
  /** Returned once; only its hash is stored. */
  token: string;
  expires: Date;
}

/**
 * Approvals of single calls. Each is bound to one session, one contract, one request and one Idempotency-Key. Because a key executes an
 * action once, an approval covers one action, and a call whose response was lost can be retried.
 */
export class ApprovalBook implements Approvals {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param codePassed when the approver entered a one-time code for it */
  async give(
    tx: Tx,
    requester: Principal,
    approver: StaffRecord,
    { endpoint, key, request }: CallToApprove,
    codePassed: Date | null,
  ): Promise<ApprovalGrant> {
    const created = this.#options.systemClock.now();
    const given = {
      id: uuidv7(),
      token: randomBytes(tokenBytes).toString('base64url'),
      expires: new Date(created.getTime() + approvalLifeMs),
    };
    await insertApproval(tx, {
      id: given.id,
      token_hash: hashOfSecret(given.token),
      session: requester.session,
      requester: requester.id,
      approver: String(approver.number),
      approver_name: approver.name,
      approver_roles: approver.roles,
      endpoint,
      key,
      request_hash: hashOfRequest(request),
      created,
      expires: given.expires,
      code_passed: codePassed,
    });
    return given;
  }

  /**
   * Accepts an approval for the call that it was issued for. After 60 s it is valid only for retries of the action started with it.
   * @throws Failure 403 `approval_invalid`
   */
  async use(token: string, principal: Principal, call: CallToApprove): Promise<Principal> {
    const { db, systemClock, isBegun } = this.#options;
    const now = systemClock.now();
    const found = await approvalByToken(db, hashOfSecret(token));
    if (!found || !isFor(found, principal, call)) throw invalid('This approval is for a different action');
    const repeated = found.used !== null && (await isBegun(principal, call.key));
    if (found.expires <= now && !repeated) throw invalid('This approval has expired');
    await markUsed(db, found.id, now);
    const approver = { id: found.approver, name: found.approver_name, roles: found.approver_roles };
    return { ...principal, roles: principal.roles | found.approver_roles, approver };
  }
}

const isFor = (row: ApprovalRow, { session }: Principal, { endpoint, key, request }: CallToApprove): boolean =>
  row.session === session && row.endpoint === endpoint && row.key === key && row.request_hash.equals(hashOfRequest(request));
