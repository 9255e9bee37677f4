import type { reportError } from '@washdesk/contracts/system/status';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Caller } from '../../../common/caller.ts';
import type { Clock } from '../../../ports/clock.ts';
import { insertClientError } from './errors.store.ts';

const longest = { message: 2_000, stack: 8_000, path: 500 } as const;

// a NUL is the one character that PostgreSQL's text cannot hold
const cut = (text: string | null | undefined, most: number): string | null =>
  text ? redactCardNumbers(text).replaceAll('\0', '').slice(0, most) : null;

/** The path alone, because a query may hold a search term. */
const withoutQuery = (path: string | null | undefined): string | null => cut(path?.split('?')[0], longest.path);

/** Errors of screens, as the error boundary reports them (docs/rules/company.md#errors). */
export class ErrorsService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  async keep(report: z.output<typeof reportError.body>, caller: Caller): Promise<string> {
    const id = uuidv7();
    const error = typeof report.error === 'string' ? { message: report.error, stack: null } : report.error;
    await insertClientError(this.#db, {
      id,
      at: this.#clock.now(),
      message: cut(error.message, longest.message) ?? 'Unknown Error',
      stack: cut(error.stack, longest.stack),
      component_stack: cut(report.componentStack, longest.stack),
      path: withoutQuery(report.path),
      principal: caller.principal?.id ?? null,
      device: caller.device?.id ?? null,
    });
    return id;
  }
}
