import type { Context, Next } from 'koa';
import type { Caller } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';
import { callerOf } from './identify.ts';

/** Hands refused calls of the contracts to whoever writes them down. @param call method and path of the contract */
export type AuditRefusal = (caller: Caller, call: string, failure: Failure) => Promise<void>;

export function auditRefusals(audit: AuditRefusal) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const pattern = ctx.state['pattern'] as string | undefined;
      if (error instanceof Failure && pattern !== undefined) await audit(callerOf(ctx), `${ctx.method} ${pattern}`, error);
      throw error;
    }
  };
}
