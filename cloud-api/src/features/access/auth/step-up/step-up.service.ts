import { rolesSuffice } from '@washdesk/contracts/access';
import type { Approver } from '@washdesk/contracts/access/step-up';
import type { Access } from '@washdesk/contracts/endpoint';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import type { Caller, CallToApprove, Principal } from '../../../../common/caller.ts';
import { Failure, forbidden } from '../../../../common/failure.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import type { StaffRecord } from '../sign-in/sign-in.store.ts';
import { refuseTemporary, type StaffProof } from '../sign-in/staff-proof.ts';
import type { ApprovalBook, ApprovalGrant } from './approvals.ts';

interface Options {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  proof: StaffProof;
  approvals: ApprovalBook;
  codes: OneTimeCodes;
}

/** A call that needs approval by a user with more roles. */
export interface RequestToApprove extends CallToApprove {
  access: Access;
  /** Cents; null if the action has no amount. */
  amount: number | null;
}

export interface Approved {
  approval: ApprovalGrant;
  approver: { id: string; name: string };
}

/** An attempt to approve; `staff` is null if the approver is unknown. */
interface Attempt {
  call: RequestToApprove;
  by: Principal;
  caller: Caller;
  staff: StaffRecord | null;
}

const approverWrong = (): Failure => new Failure(403, 'approver_wrong', 'This sign-in is incorrect');
const approverSame = (): Failure => new Failure(403, 'approver_same', 'Someone else has to approve this');

function needs({ name }: StaffRecord, access: Access): Failure {
  return forbidden('role' in access ? `${name} can’t approve this. It requires ${access.role} or above` : `${name} can’t approve this`);
}

/** A manager's sign-in for exactly one action of another user's session (docs/decisions/0013-approvals.md). */
export class StepUpService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * The approver's own roles must satisfy the access of the call's contract; the call's own rules are checked when it is made. An approver
   * whose roles require a one-time code must enter one, unless they recently did for the same session at the same device.
   * @throws Failure 403 `approver_wrong`, `approver_same`, `forbidden`, `device_required` or as `OneTimeCodes.pass`, 429
   * `too_many_attempts`
   */
  async approve(by: Principal, caller: Caller, call: RequestToApprove, credentials: Approver): Promise<Approved> {
    const staff = await this.#options.proof.by(credentials, caller);
    if (!staff) {
      const claimed = 'employee' in credentials ? { claimed: credentials.employee } : {};
      return this.#refuse({ call, by, caller, staff }, approverWrong(), claimed);
    }
    const attempt = { call, by, caller, staff };
    refuseTemporary(staff, 'pin' in credentials ? 'pin' : 'password');
    if (by.kind === 'staff' && by.employee === staff.number) return this.#refuse(attempt, approverSame());
    if (!rolesSuffice(call.access, staff.roles)) return this.#refuse(attempt, needs(staff, call.access));
    const codePassed = await this.#codePassed(attempt, staff, credentials.code);
    const approval = await this.#options.db.transaction().execute(async (tx) => {
      const given = await this.#options.approvals.give(tx, by, staff, call, codePassed);
      await this.#audit(tx, 'stepup.approved', attempt, { after: { approval: given.id } });
      return given;
    });
    return { approval, approver: { id: String(staff.number), name: staff.name } };
  }

  /** Returns when the approver entered a one-time code; null if none is required now. */
  async #codePassed(attempt: Attempt, staff: StaffRecord, code: string | undefined): Promise<Date | null> {
    const { codes } = this.#options;
    if (!codes.isNeeded(staff.roles)) return null;
    if (code === undefined && (await codes.isRemembered(staff, attempt.by.session, attempt.caller))) return null;
    try {
      return await codes.pass(staff, code, attempt.caller);
    } catch (error) {
      // a prompt for the code is not a rejection
      if (!(error instanceof Failure) || error.code === 'code_required') throw error;
      return this.#refuse(attempt, error);
    }
  }

  async #refuse(attempt: Attempt, refusal: Failure, after: object = {}): Promise<never> {
    await this.#audit(this.#options.db, 'stepup.refused', attempt, { after, why: refusal.code });
    refusal.isAudited = true;
    throw refusal;
  }

  #audit(tx: Tx | Db, action: string, attempt: Attempt, more: { after: object; why?: string }): Promise<void> {
    const { call, by, caller, staff } = attempt;
    const { endpoint, key, amount, request } = call;
    return writeAudit(tx, {
      ...auditBy(by),
      approver: staff ? String(staff.number) : undefined,
      device: caller.device?.id ?? null,
      action,
      subject: `call:${endpoint}`,
      // enough to find the action, without anything a user typed
      after: { key, amount, params: request.params, ...more.after },
      why: more.why ?? null,
      requestId: caller.requestId,
      at: this.#options.clock.now(),
    });
  }
}
