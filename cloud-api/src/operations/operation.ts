import { ownScope, type Principal } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';
import type { Tx } from '../db/pool.ts';
import type { Priority } from '../ports/payments.ts';

/** Who started the operation and where, at that time: recovery executes it in this name after the session has ended. */
export type OperationActor = Omit<Principal, 'session'>;

/** The result of a successful operation. */
export interface Outcome<A extends object = Record<string, unknown>> {
  status: number;
  /** The answer, plain JSON, stored for later calls with the same key. */
  body: A;
  /** Runs in the transaction that stores the outcome and the mirror's new objects: notes, audit, jobs. `now` is company time. */
  within?: (tx: Tx, now: Date) => Promise<void>;
}

/** A successful operation, in the transaction that stores its outcome. */
export interface DoneOperation {
  id: string;
  by: OperationActor;
  customer: string | null;
  /** The answer. */
  body: object;
  /** Company time. */
  at: Date;
}

export type WhenDone = (tx: Tx, done: DoneOperation) => Promise<void>;

/** A refusal that also writes something: a note, an audit row. */
export class OperationRefused extends Failure {
  readonly within: NonNullable<Outcome['within']>;

  constructor({ status, code, message, details, cause }: Failure, within: NonNullable<Outcome['within']>) {
    super(status, code, message, { ...(details && { details }), cause });
    this.within = within;
  }
}

/**
 * Runs in the transaction that stores the operation's facts. It ensures what must be in place before the first call to the provider, such
 * as claims on codes, or there is no operation. If it throws a Failure, no operation remains.
 */
export type Begin<F> = (tx: Tx, begun: { operation: string; facts: F; now: Date }) => Promise<void>;

export interface OperationRequest {
  /** The contract's path. */
  route: string;
  /** The caller's `Idempotency-Key`. */
  key: string;
  /** The parsed parameters, query and body: the same key with others is rejected. */
  request: unknown;
  principal: Principal;
  customer: string | null;
  /** Operations with the same name wait for each other. */
  exclusive?: string;
  /**
   * The priority of the operation's calls at the provider, interactive by default. Not stored: recovery runs every operation as
   * interactive.
   */
  priority?: Priority;
}

/** Operations that change a customer's cards, plans or data wait for each other. */
export const exclusiveOfCustomer = (customer: string): string => `customer:${customer}`;

export interface OperationRow {
  id: string;
  kind: string;
  requestHash: Buffer;
  /** As stored. */
  by: object;
  customer: string | null;
  /** The facts as stored, with their version. Null until they are collected: until then nothing has happened. */
  facts: object | null;
  state: 'started' | 'done' | 'failed';
  attempts: Record<string, number>;
  runs: number;
  status: number | null;
  body: Record<string, unknown> | null;
  /** Milliseconds since the operation started, by the database's clock. */
  ageMs: number;
  claimed: boolean;
}

/** The state of an operation, by its key, for a caller. */
export interface OperationState {
  id: string;
  kind: string;
  state: OperationRow['state'];
  status: number | null;
  answer: Record<string, unknown> | null;
}

const registerSale = /^sale:(\d+):/;

type Owner = Pick<Principal, 'kind' | 'id' | 'site'>;

/**
 * Returns the scope within which a key is unique. A register sale's key belongs to its site, so that another cashier cannot charge the same
 * sale again; any other belongs to the person or program (docs/decisions/0002-idempotency-keys.md).
 */
export function scopeOf(owner: Owner, key: string): string {
  const sale = registerSale.exec(key);
  return sale && Number(sale[1]) === owner.site ? `site:${owner.site}` : ownScope(owner);
}
