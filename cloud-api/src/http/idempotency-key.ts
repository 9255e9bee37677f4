import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Principal } from '../common/caller.ts';
import { Failure, badRequest } from '../common/failure.ts';

const keyForm = /^[\x21-\x7e]{8,255}$/;

/** Keys for programs that send none (docs/decisions/0002-idempotency-keys.md). */
export interface DerivedKeys {
  /** Returns the key of this request: the same while its first call runs and for two minutes after. @param request its hash */
  keyOf(request: Buffer): Promise<string>;
  /** Called when the call under the key has ended with a known outcome. */
  ended(request: Buffer, key: string): Promise<void>;
}

const needsKey = ({ idempotency }: Endpoint, query: unknown): boolean =>
  idempotency === 'required' || (idempotency === 'whenRedeeming' && (query as { redeem?: string } | undefined)?.redeem === 'yes');

const takesKey = (endpoint: Endpoint, query: unknown): boolean => endpoint.idempotency === 'optional' || needsKey(endpoint, query);

/**
 * Returns the caller's `Idempotency-Key` if the contract accepts one; undefined if the header is missing.
 * @throws Failure 400 if it is malformed
 */
export function givenKey(ctx: Context, endpoint: Endpoint, query: unknown): string | undefined {
  if (!takesKey(endpoint, query)) return undefined;
  const key = ctx.get('idempotency-key');
  if (key !== '' && !keyForm.test(key)) throw keyNeeded();
  return key || undefined;
}

const keyNeeded = (): Failure => badRequest('Idempotency-Key', 'must be 8 to 255 visible characters');

/** Returns `X-Operation` if the contract accepts it. @throws Failure 400 if it is malformed */
export function operationKey(ctx: Context, endpoint: Endpoint): string | undefined {
  const key = endpoint.stepOfOperation ? ctx.get('x-operation') : '';
  if (key !== '' && !keyForm.test(key)) throw badRequest('X-Operation', 'must be the Idempotency-Key of the operation it belongs to');
  return key || undefined;
}

interface Call {
  endpoint: Endpoint;
  principal: Principal | null;
  request: { params: unknown; query: unknown; body: unknown };
}

/**
 * Runs the work under the caller's key. If the contract requires a key and a program sends none, the key is derived.
 * @throws Failure 400 if there is neither a key nor a signed-in caller
 */
export async function underKey<T>(
  keys: DerivedKeys,
  given: string | undefined,
  { endpoint, principal, request }: Call,
  work: (key: string | undefined) => Promise<T>,
): Promise<T> {
  if (given !== undefined || !needsKey(endpoint, request.query)) return work(given);
  if (!principal) throw keyNeeded();
  const hash = createHash('sha256')
    .update(JSON.stringify([principal.kind, principal.id, endpoint.id, request]))
    .digest();
  const key = await keys.keyOf(hash);
  const answer = await work(key).catch(async (error: unknown) => {
    if (error instanceof Failure && error.status < 500 && error.code !== 'in_progress') await keys.ended(hash, key);
    throw error;
  });
  await keys.ended(hash, key);
  return answer;
}
