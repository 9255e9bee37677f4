import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import type { ApiError } from '@washdesk/contracts/errors';
import type { Caller } from '../common/caller.ts';
import { Failure, badRequest } from '../common/failure.ts';

/** Stores a server error for the list of errors. */
export type StoreServerError = (error: unknown, request: { path: string; requestId: string; caller: Caller | undefined }) => Promise<void>;

interface HttpLike {
  status: number;
  type?: string;
}

const isHttpLike = (error: unknown): error is Error & HttpLike =>
  error instanceof Error && typeof (error as Partial<HttpLike>).status === 'number' && (error as Error & HttpLike).status < 500;

/** Our messages for what the body parser rejects. */
const ownWords: Record<number, () => Failure> = {
  400: () => badRequest('body', 'isn’t valid JSON'),
  413: () => new Failure(413, 'too_large', 'The request is too large'),
  415: () => new Failure(415, 'unsupported_type', 'The request must be JSON'),
};

function toFailure(error: unknown, isDatabaseAway: (error: unknown) => boolean): Failure {
  if (error instanceof Failure) return error;
  const known = isHttpLike(error) ? ownWords[error.status]?.() : undefined;
  if (isDatabaseAway(error))
    return new Failure(503, 'database_unavailable', 'Washdesk is unavailable right now. Try again', { cause: error });
  return known ?? new Failure(500, 'internal', 'Unknown Error Occurred', { cause: error });
}

/**
 * Turns every exception into a response, in this place only: one shape, a request id, never a stack.
 * @param isDatabaseAway whether an error means that the database is unreachable: the response is then 503
 * @param keepError stores errors with response 500
 */
export function errorWriter(log: Logger, isDatabaseAway: (error: unknown) => boolean, keepError: StoreServerError) {
  async function keep(error: unknown, ctx: Context): Promise<void> {
    try {
      await keepError(error, {
        path: ctx.path,
        requestId: String(ctx.state['requestId']),
        caller: ctx.state['caller'] as Caller | undefined,
      });
    } catch (trouble) {
      log.warn({ err: trouble }, 'Server error not stored in the list of errors');
    }
  }
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw new Failure(404, 'not_found', 'Not found');
    } catch (error) {
      const failure = toFailure(error, isDatabaseAway);
      if (failure.status >= 500) log.error({ err: failure.cause ?? failure, requestId: ctx.state['requestId'] }, 'Request failed');
      // the response does not wait for it; the log has the error anyway
      if (failure.status === 500) void keep(failure.cause ?? failure, ctx);
      const retryAfter = failure.details?.['retryAfterSeconds'];
      if (typeof retryAfter === 'number') ctx.set('Retry-After', String(retryAfter));
      ctx.set('Cache-Control', 'no-store');
      ctx.status = failure.status;
      ctx.body = {
        code: failure.code,
        message: failure.message,
        requestId: String(ctx.state['requestId']),
        ...(failure.problems && { problems: failure.problems }),
        ...(failure.details && { details: failure.details }),
      } satisfies ApiError;
    }
  };
}
