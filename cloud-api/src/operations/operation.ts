import type { OperationMetadataKey } from '@washdesk/rules/company/metadata-keys';
import type { Tx } from '../db/pool.ts';
import type { Principal } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';

/** Who does it and where, as it was when the operation began: what recovery acts for after the session is gone. */
export type OperationActor = Omit<Principal, 'session'>;

/** How an operation ended well. */
export interface Outcome<A extends object = Record<string, unknown>> {
  status: number;
  /** The answer, plain JSON, kept for whoever asks again with the same key. */
  body: A;
  /** Runs in the transaction that stores the outcome and the mirror's new objects: notes, audit, jobs. `now` is the company's time. */
  within?: (tx: Tx, now: Date) => Promise<void>;
}

/** A refusal that leaves something to write down with it: a note, an audit row. */
export class OperationRefused extends Failure {
  readonly within: NonNullable<Outcome['within']>;

  constructor({ status, code, message, details, cause }: Failure, within: NonNullable<Outcome['within']>) {
    super(status, code, message, { ...(details && { details }), cause });
    this.within = within;
  }
}

/**
 * Runs in the transaction that stores the request, so that what must hold before the first call to the provider is there or no operation is:
 * claims on codes. A Failure that it throws leaves no operation behind.
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
}

/** What changes a customer's cards, plans or person waits for the rest of it. */
export const exclusiveOfCustomer = (customer: string): string => `customer:${customer}`;

export interface OperationRow {
  id: string;
  kind: string;
  requestHash: Buffer;
  by: OperationActor;
  customer: string | null;
  /** As they are stored, with their version. Null until they are found: then nothing has happened yet. */
  facts: object | null;
  state: 'started' | 'done' | 'failed';
  attempts: Record<string, number>;
  /** Under which name the provider's objects bear this operation's id. */
  metadataKey: OperationMetadataKey;
  runs: number;
  status: number | null;
  body: Record<string, unknown> | null;
  /** Milliseconds since it began, by the database. */
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

/** A service account may bear the name of an employee number. */
export const ownScope = ({ kind, id }: Pick<Owner, 'kind' | 'id'>): string => `${kind}:${id}`;

/**
 * Whose key it is. A register sale's key belongs to its site, so that another cashier cannot charge the same sale again; any
 * other belongs to the person or program (docs/decisions/0002-idempotency-keys.md).
 */
export function scopeOf(owner: Owner, key: string): string {
  const sale = registerSale.exec(key);
  return sale && Number(sale[1]) === owner.site ? `site:${owner.site}` : ownScope(owner);
}
