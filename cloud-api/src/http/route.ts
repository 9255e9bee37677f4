import type { z } from 'zod';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Caller, KeyedCall, Principal } from '../common/caller.ts';
import type { CsvFile } from '../common/csv-file.ts';
import { unauthorized } from '../common/failure.ts';
import type { FilePart } from '../common/file-part.ts';
import type { NotModified } from '../common/not-modified.ts';

/** Headers that a handler may set besides its response. */
export interface Reply {
  status(code: number): void;
  header(name: string, value: string): void;
  /** Sets the `ETag`: what a caller sends as `knownVersion` next time. */
  version(value: string): void;
  /** HttpOnly, SameSite=Strict, and Secure if the public address is https. `maxAgeSeconds` 0 clears it. */
  cookie(name: string, value: string, options: { path: string; maxAgeSeconds: number }): void;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  caller: Caller;
  cookies: (name: string) => string | undefined;
  /** Present if the endpoint's contract requires it. */
  idempotencyKey: string | undefined;
  /** The call with its key, for `keyedChange`. @throws Failure 401 if not signed in */
  keyedCall: () => KeyedCall;
  /** The key of the operation that this call is a step of, if the contract accepts one and the caller sent it. */
  operationKey: string | undefined;
  /** The caller requests `text/csv` and the contract offers it: the handler returns a `CsvFile`. */
  wantsCsv: boolean;
  /** The first byte that the caller asks for by `Range: bytes=<from>-`, if the contract sends a file; null for the whole file. */
  firstByte: number | null;
  /** The version that the caller has, if the contract accepts `If-None-Match`. */
  knownVersion: string | undefined;
  reply: Reply;
}

type Answer<E extends Endpoint> =
  | z.input<E['response']>
  | (E extends { produces: 'application/octet-stream' } ? FilePart : never)
  | (E extends { csv: true } ? CsvFile : never)
  | (E extends { conditional: true } ? NotModified : never);

export type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Answer<E>>;

export interface Route {
  endpoint: Endpoint;
  handle: Handler<Endpoint>;
}

/** Binds a contract to its handler; both types must agree. */
export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return { endpoint, handle };
}

/** Returns the `Idempotency-Key` of a call whose contract requires one: without it no handler runs. */
export function requiredKey(key: string | undefined): string {
  if (key === undefined) throw new Error('the contract does not require an Idempotency-Key');
  return key;
}

/** Returns the principal of a call whose contract requires one. */
export function principalOf(caller: Caller): Principal {
  if (!caller.principal) throw unauthorized();
  return caller.principal;
}
