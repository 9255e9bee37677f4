import { useState } from 'react';

/** The position in a list that the API answers page by page. */
export interface CursorPages {
  /** The cursor of the page that shows; undefined on the first. */
  cursor: string | undefined;
  /** Counted from 1. */
  number: number;
  next: (cursor: string) => void;
  /** Null on the first page. */
  previous: (() => void) | null;
}

/**
 * The API's cursors lead forward only, so the way back is remembered here. A new search needs a new state: give its component a key, or say
 * here what is listed where the component stays.
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
