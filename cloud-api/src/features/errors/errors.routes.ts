import { reportError } from '@washdesk/contracts/status';
import { redactCardNumbers } from '@washdesk/rules/sensitive';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/pool.ts';
import { limiter } from '../../http/rate-limit.ts';
import { route, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';

const longest = { message: 2_000, stack: 8_000, path: 500 } as const;

const cut = (text: string | null | undefined, most: number): string | null => (text ? redactCardNumbers(text).slice(0, most) : null);

/** A path may hold a search term: only its shape is kept. */
const withoutQuery = (path: string | null | undefined): string | null => cut(path?.split('?')[0], longest.path);

export function errorsRoutes({ db, clock }: { db: Db; clock: Clock }): Route[] {
  // open to the public, so that the sign-in page can report too: a loop must not fill the disk
  const reports = limiter(20, 60);
  return [
    route(reportError, async ({ body, caller }) => {
      await reports.use(caller.ip);
      const id = uuidv7();
      const error = typeof body.error === 'string' ? { message: body.error } : body.error;
      await db
        .insertInto('client_error')
        .values({
          id,
          at: clock.now(),
          message: cut(error.message, longest.message) ?? 'Unknown Error',
          stack: cut('stack' in error ? error.stack : null, longest.stack),
          component_stack: cut(body.componentStack, longest.stack),
          path: withoutQuery(body.path),
          principal: caller.principal?.id ?? null,
          device: caller.device?.id ?? null,
        })
        .execute();
      return { id };
    }),
  ];
}
