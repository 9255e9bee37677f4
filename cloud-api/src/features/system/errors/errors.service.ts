import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { reportError } from '@washdesk/contracts/system/status';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Caller, KeyedCall } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { countErrors, errorGroups, errorPage, insertError, removeErrors, type ErrorSearch } from './errors.store.ts';

const longest = { message: 2_000, stack: 8_000, path: 500, grouped: 300 } as const;
const mostGroups = 500;

// NUL is the only character that PostgreSQL's text cannot store
const cut = (text: string | null | undefined, most: number): string | null =>
  text ? redactCardNumbers(text).replaceAll('\0', '').slice(0, most) : null;

/** Returns only the path, because a query may contain a search term. */
const withoutQuery = (path: string | null | undefined): string | null => cut(path?.split('?')[0], longest.path);

/** Errors of screens, as reported by the error boundary (docs/rules/company.md#errors). */
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
    await insertError(this.#db, {
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

  /** Stores an error whose response was 500. Never throws: the response is already being sent, and the log has the error too. */
  async keepServerError(error: unknown, { path, requestId, caller }: FailedRequest): Promise<void> {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    await insertError(this.#db, {
      id: uuidv7(),
      at: this.#clock.now(),
      message: cut(message, longest.message) ?? 'Unknown Error',
      stack: cut(stack, longest.stack),
      component_stack: null,
      path: withoutQuery(path),
      principal: caller?.principal?.id ?? null,
      device: caller?.device?.id ?? null,
      source: 'server',
      request_id: requestId,
    });
  }

  async groups(search: string | undefined) {
    const found = { search, group: undefined };
    const [rows, count] = await Promise.all([errorGroups(this.#db, found, longest.grouped, mostGroups), countErrors(this.#db, found)]);
    return { groups: rows.map(({ first, last, ...row }) => ({ ...row, first: first.toISOString(), last: last.toISOString() })), count };
  }

  /** @param page starting at 1 */
  async list(search: ErrorSearch, page: number, size: number) {
    const [rows, count] = await Promise.all([errorPage(this.#db, search, page, size), countErrors(this.#db, search)]);
    return { data: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), count };
  }

  /** @returns the number removed: those up to that time, otherwise all */
  clear(call: KeyedCall, until: string | undefined): Promise<{ cleared: number }> {
    const at = this.#clock.now();
    return keyedChange(this.#db, call, async (tx) => {
      const cleared = await removeErrors(tx, until === undefined ? at : new Date(until));
      const entry = { ...auditBy(call.principal), action: 'errors.cleared', subject: 'errors', after: { cleared }, at };
      if (cleared > 0) await writeAudit(tx, entry);
      return { cleared };
    });
  }
}

export interface FailedRequest {
  path: string;
  requestId: string;
  /** Undefined if the caller is not yet known. */
  caller: Caller | undefined;
}
