import { useState } from 'react';

/** Position in a list that the API returns page by page. */
export interface CursorPages {
  /** Cursor of the current page; undefined on the first. */
  cursor: string | undefined;
  /** Starts at 1. */
  number: number;
  next: (cursor: string) => void;
  /** Null on the first page. */
  previous: (() => void) | null;
}

/**
 * The API's cursors only lead forward, so this hook stores the previous ones. A new search needs new state: give the component a key, or
 * pass what is listed if the component stays.
 */
export function useCursorPages(of = ''): CursorPages {
  const [state, setState] = useState<{ of: string; cursors: readonly string[] }>({ of, cursors: [] });
  const cursors = state.of === of ? state.cursors : [];
  const setCursors = (all: readonly string[]): void => setState({ of, cursors: all });
  return {
    cursor: cursors.at(-1),
    number: cursors.length + 1,
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : null,
  };
}
