import { badRequest, type Failure } from './failure.ts';

/** A position in a list sorted newest first: after this row. */
export interface PageCursor {
  created: Date;
  id: string;
}

/** The form of the provider's ids and our own; nothing else reaches the database. */
const idForm = /^[\w-]{1,80}$/;

/** The text that callers send back as `page`; opaque to them. */
export const encodeCursor = ({ created, id }: PageCursor): string =>
  Buffer.from(JSON.stringify([created.getTime(), id])).toString('base64url');

/** @returns null if it is not one of our cursors */
function decodeCursor(text: string): PageCursor | null {
  const parts = readArray(Buffer.from(text, 'base64url').toString());
  const [time, id] = parts ?? [];
  if (!Number.isSafeInteger(time) || (time as number) < 0 || typeof id !== 'string' || !idForm.test(id)) return null;
  const created = new Date(time as number);
  return Number.isNaN(created.getTime()) ? null : { created, id };
}

/** Returns the row to continue after; null for the start. @throws Failure 400 for a foreign cursor */
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

/** Returns one page of rows read with a limit of `size + 1`, and the next page's cursor if there is one. */
export function pageOf<T extends PageCursor>(rows: readonly T[], size: number): { shown: T[]; nextPage: string | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, nextPage: rows.length > size && last ? encodeCursor(last) : null };
}
