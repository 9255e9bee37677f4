import { badRequest, type Failure } from './failure.ts';

/** The position in a list that runs from the newest to the oldest: behind this row. */
export interface PageCursor {
  created: Date;
  id: string;
}

/** The form of the provider's ids and our own; the database gets nothing else. */
const idForm = /^[\w-]{1,80}$/;

/** What callers hand back as `page`; opaque to them. */
export const encodeCursor = ({ created, id }: PageCursor): string =>
  Buffer.from(JSON.stringify([created.getTime(), id])).toString('base64url');

/** @returns null for a text that is no cursor of ours */
function decodeCursor(text: string): PageCursor | null {
  const parts = readArray(Buffer.from(text, 'base64url').toString());
  const [time, id] = parts ?? [];
  if (!Number.isSafeInteger(time) || (time as number) < 0 || typeof id !== 'string' || !idForm.test(id)) return null;
  const created = new Date(time as number);
  return Number.isNaN(created.getTime()) ? null : { created, id };
}

/** The row to continue behind; null from the beginning. @throws Failure 400 for a foreign cursor */
export function cursorOf(page: string | undefined): PageCursor | null {
  const cursor = page ? decodeCursor(page) : null;
  if (page && !cursor) throw foreignCursor();
  return cursor;
}

export const foreignCursor = (): Failure => badRequest('query.page', 'must be the next_page of an earlier response');

function readArray(json: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** One page of rows read with a limit of `size + 1`, and the cursor of the next where there is one. */
export function pageOf<T extends PageCursor>(rows: readonly T[], size: number): { shown: T[]; nextPage: string | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, nextPage: rows.length > size && last ? encodeCursor(last) : null };
}
