import { rolesSuffice } from '@washdesk/contracts/access';
import type { Access } from '@washdesk/contracts/endpoint';
import type { Approver } from '@washdesk/contracts/access/step-up';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Caller, CallToApprove, Principal } from '../../../common/caller.ts';
import { Failure, forbidden } from '../../../common/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ApprovalBook, ApprovalGrant } from './approvals.ts';
import type { StaffRecord } from './sign-in.store.ts';
import type { StaffProof } from './staff-proof.ts';

interface Options {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  proof: StaffProof;
  approvals: ApprovalBook;
}

/** A call that somebody with more roles is asked to approve. */
export interface RequestToApprove extends CallToApprove {
  access: Access;
  /** Cents; null where the action names no amount. */
  amount: number | null;
}

export interface Approved {
  approval: ApprovalGrant;
  approver: { id: string; name: string };
}

/** An attempt to approve; `staff` is null where it is not known who approves. */
interface Attempt {
  call: RequestToApprove;
  by: Principal;
  caller: Caller;
  staff: StaffRecord | null;
}

const approverWrong = (): Failure => new Failure(403, 'approver_wrong', 'This sign-in is not right');
const approverSame = (): Failure => new Failure(403, 'approver_same', 'Somebody else has to approve this');
const deviceRequired = (): Failure => new Failure(403, 'device_required', 'Employee numbers sign in at an enrolled device only');

function needs({ name }: StaffRecord, access: Access): Failure {
  return forbidden('role' in access ? `${name} may not approve this: it needs ${access.role} or above` : `${name} may not approve this`);
}

/** A manager's sign-in for exactly one action of somebody else's session (docs/decisions/0013-approvals.md). */
export class StepUpService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Approves the call. The approver's own roles must satisfy the access of the call's contract; rules of the call itself are checked when
   * the call is made.
   * @throws Failure 403 `approver_wrong`, `approver_same`, `forbidden` or `device_required`, 429 `too_many_attempts`
   */
  async approve(by: Principal, caller: Caller, call: RequestToApprove, credentials: Approver): Promise<Approved> {
    const staff = await this.#proven(credentials, caller);
    if (!staff) {
      const claimed = 'employee' in credentials ? { claimed: credentials.employee } : {};
      return this.#refuse({ call, by, caller, staff }, approverWrong(), claimed);
    }
    const attempt = { call, by, caller, staff };
    if (by.kind === 'staff' && by.employee === staff.number) return this.#refuse(attempt, approverSame());
    if (!rolesSuffice(call.access, staff.roles)) return this.#refuse(attempt, needs(staff, call.access));
    const approval = await this.#options.db.transaction().execute(async (tx) => {
      const given = await this.#options.approvals.give(tx, by, staff, call);
      await this.#audit(tx, 'stepup.approved', attempt, { after: { approval: given.id } });
      return given;
    });
    return { approval, approver: { id: String(staff.number), name: staff.name } };
  }

  #proven(credentials: Approver, caller: Caller): Promise<StaffRecord | null> {
    const { proof } = this.#options;
    const { device } = caller;
    if ('username' in credentials) return proof.byPassword(credentials.username, credentials.password, caller);
    if (!device) throw deviceRequired();
    return proof.byPin(credentials.employee, credentials.pin, device);
  }

  async #refuse(attempt: Attempt, refusal: Failure, after: object = {}): Promise<never> {
    await this.#audit(this.#options.db, 'stepup.refused', attempt, { after, why: refusal.code });
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
      subject: `act:${endpoint}`,
      // enough to find the action, and nothing that a person typed
      after: { key, amount, params: request.params, ...more.after },
      why: more.why ?? null,
      requestId: caller.requestId,
      at: this.#options.clock.now(),
    });
  }
}
