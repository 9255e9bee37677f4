import type { Context, Next } from 'koa';

export interface ReadinessCheck {
  name: string;
  /** Resolves if the part works; a rejection's message is shown to IT. */
  check(): Promise<void>;
  /** Whether no request can be served without it; others are only reported. */
  vital: boolean;
}

async function outcome({ name, check, vital }: ReadinessCheck) {
  try {
    await check();
    return { name, vital, ok: true };
  } catch (error) {
    return { name, vital, ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** `/health`: the process runs. `/health/ready`: it can serve; 503 if a vital part is missing or the process is stopping. */
export function health(checks: readonly ReadinessCheck[]) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const path = ctx.path.toLowerCase().replace(/\/$/, '');
    if (path !== '/health' && path !== '/health/ready') return next();
    ctx.state['pattern'] = path;
    ctx.set('Cache-Control', 'no-store');
    if (path === '/health') {
      ctx.body = { alive: true };
      return undefined;
    }
    const parts = await Promise.all(checks.map(outcome));
    const ready = parts.every((part) => part.ok || !part.vital);
    ctx.status = ready ? 200 : 503;
    ctx.body = { ready, parts };
    return undefined;
  };
}
