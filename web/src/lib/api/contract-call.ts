import { z } from 'zod';
import type { Endpoint, Method } from '@washdesk/contracts/endpoint';
import { readAnswer } from './newer-cloud.ts';

/** A call ready to send. */
export interface ApiCall {
  method: Method;
  /** After `/api`, with parameters filled in, encoded, and the query string. */
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  /** Whether the call gets its own key, one per press, if it has none. */
  isKeyed?: true;
  /** A manager's approval of this call. */
  approval?: string;
  /** Whether a manager may approve it. */
  approvable?: true;
  /** The idempotency key of the operation that this call belongs to. */
  operationKey?: string;
  /** Sent without a token, as a sign-in is: a 401 is its answer, not the end of a session. */
  anonymous: boolean;
  answer: 'json' | 'text' | 'csv' | 'image';
  timeoutMs: number;
  /** Whether the call changes data: its contract declares what a repetition does. */
  changesData?: true;
}

/** Time limit of a call. */
export const defaultDeadlineMs = 10_000;

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Partial<z.input<Schema>> extends z.input<Schema>
    ? { [N in Name]?: z.input<Schema> }
    : { [N in Name]: z.input<Schema> }
  : unknown;
type Parts<E extends Endpoint> = Part<'params', E['params']> & Part<'query', E['query']> & Part<'body', E['body']>;
type Key<E extends Endpoint> = E extends { idempotency: 'required' } ? { idempotencyKey: string } : { idempotencyKey?: string };
type Approval<E extends Endpoint> = E extends { approvable: true } ? { approval?: string } : unknown;
type OperationKey<E extends Endpoint> = E extends { stepOfOperation: true } ? { operationKey?: string } : unknown;
type Headers<E extends Endpoint> = Key<E> & Approval<E> & OperationKey<E>;

/** What a caller passes: `params`, `query` and `body` as the contract defines them, or nothing if it needs none. */
export type CallOf<E extends Endpoint> = object extends Parts<E> & Headers<E> ? (Parts<E> & Headers<E>) | void : Parts<E> & Headers<E>;

type Value = string | number | boolean | null | undefined;

interface LooseCall {
  idempotencyKey?: string;
  approval?: string;
  operationKey?: string;
  params?: Record<string, Value>;
  query?: Record<string, Value>;
  body?: unknown;
}

/**
 * Makes an RTK Query endpoint from its contract: `build.query(fromContract(listLocations))`. The response is checked against the contract's
 * schema, except for additions of a later release.
 */
export function fromContract<E extends Endpoint>(contract: E, { timeoutMs = defaultDeadlineMs }: { timeoutMs?: number } = {}) {
  return {
    query: (call: CallOf<E>): ApiCall => readyCall(contract, call ?? {}, timeoutMs),
    responseSchema: answerSchema(contract.response as z.ZodType<z.output<E['response']>, z.output<E['response']>>),
  };
}

/**
 * Adapts the schema for RTK Query. Input and output have the same type, because RTK Query takes its result's type from the schema's input.
 */
function answerSchema<T>(schema: z.ZodType<T, T>): Pick<z.ZodType<T, T>, '~standard'> {
  const validate = (answer: unknown) => {
    const read = readAnswer(schema, answer);
    return 'data' in read ? { value: read.data } : read;
  };
  return { '~standard': { ...schema['~standard'], validate } };
}

/** Time limit of a file with many rows. */
const csvDeadlineMs = 120_000;

/** Makes the same call for the rows as a CSV file: `build.mutation(csvFromContract(report))`. Its result is the file's text. */
export function csvFromContract<E extends Endpoint & { csv: true }>(contract: E) {
  return {
    query: (call: CallOf<E>): ApiCall => ({ ...readyCall(contract, call ?? {}, csvDeadlineMs), answer: 'csv' }),
    responseSchema: z.string(),
  };
}

function readyCall(contract: Endpoint, call: LooseCall, timeoutMs: number): ApiCall {
  if (contract.idempotency === 'required' && !call.idempotencyKey) throw new Error(`${contract.id} needs an idempotency key`);
  return {
    method: contract.method,
    path: filledPath(contract.path, call.params ?? {}) + queryString(call.query ?? {}),
    ...(call.body !== undefined && { body: call.body }),
    ...(call.idempotencyKey && { idempotencyKey: call.idempotencyKey }),
    ...(contract.idempotency === 'optional' && { isKeyed: true as const }),
    ...(contract.approvable && { approvable: true as const }),
    ...(call.approval && { approval: call.approval }),
    ...(call.operationKey && { operationKey: call.operationKey }),
    anonymous: contract.path.startsWith('/auth/login'),
    answer: contract.produces === 'image/*' ? 'image' : contract.produces ? 'text' : 'json',
    timeoutMs,
    ...(changesData(contract, call) && { changesData: true as const }),
  };
}

const changesData = ({ idempotency }: Endpoint, { query }: LooseCall): boolean =>
  idempotency === 'whenRedeeming' ? query?.['redeem'] !== undefined : idempotency !== undefined;

function filledPath(path: string, params: Record<string, Value>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

function queryString(query: Record<string, Value>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
