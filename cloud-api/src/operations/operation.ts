import type { Tx } from '../db/pool.ts';
import { ownScope, type Principal } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';
import type { Priority } from '../ports/payments.ts';

/** Who started the operation and where, as it was then: recovery executes it in this name after the session has ended. */
export type OperationActor = Omit<Principal, 'session'>;

/** The result of an operation that succeeded. */
export interface Outcome<A extends object = Record<string, unknown>> {
  status: number;
  /** The answer, plain JSON, which is stored for whoever asks again with the same key. */
  body: A;
  /** Runs in the transaction that stores the outcome and the mirror's new objects: notes, audit, jobs. `now` is the company's time. */
  within?: (tx: Tx, now: Date) => Promise<void>;
}

/** A refusal that writes something of its own: a note, an audit row. */
export class OperationRefused extends Failure {
  readonly within: NonNullable<Outcome['within']>;

  constructor({ status, code, message, details, cause }: Failure, within: NonNullable<Outcome['within']>) {
    super(status, code, message, { ...(details && { details }), cause });
    this.within = within;
  }
}

/**
 * Runs in the transaction that stores the operation's facts, so that what must hold before the first call to the provider is there, or no
 * operation is: claims on codes. A Failure that it throws leaves no operation behind.
 */
export type Begin<F> = (tx: Tx, begun: { operation: string; facts: F; now: Date }) => Promise<void>;

export interface OperationRequest {
  /** The contract's path. */
  route: string;
  /** The caller's `Idempotency-Key`. */
  key: string;
  /** The parsed parameters, query and body: the same key with others is refused. */
  request: unknown;
  principal: Principal;
  customer: string | null;
  /** Operations of the same name wait for each other. */
  exclusive?: string;
  /**
   * The priority of the operation's calls at the provider, a person's unless given. Not stored: recovery runs an operation with a person's
   * priority.
   */
  priority?: Priority;
}

/** Operations that change a customer's cards, plans or data wait for each other. */
export const exclusiveOfCustomer = (customer: string): string => `customer:${customer}`;

export interface OperationRow {
  id: string;
  kind: string;
  requestHash: Buffer;
  /** As it is stored. */
  by: object;
  customer: string | null;
  /** The facts as they are stored, with their version. Null until they are found: until then nothing has happened. */
  facts: object | null;
  state: 'started' | 'done' | 'failed';
  attempts: Record<string, number>;
  runs: number;
  status: number | null;
  body: Record<string, unknown> | null;
  /** Milliseconds since the operation began, by the database's clock. */
  ageMs: number;
  claimed: boolean;
}

/** What a caller learns of an operation by its key. */
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
 * The scope within which a key is unique. A register sale's key belongs to its site, so that another cashier cannot charge the same sale
 * again; any other belongs to the person or program (docs/decisions/0002-idempotency-keys.md).
 */
export function scopeOf(owner: Owner, key: string): string {
  const sale = registerSale.exec(key);
  return sale && Number(sale[1]) === owner.site ? `site:${owner.site}` : ownScope(owner);
}
