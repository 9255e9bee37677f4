import { useCallback, useEffect, useState } from 'react';
import { CallFailed } from '../lib/call.ts';

interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** A list that grows by a page at a time. @param read the same function in every render */
export function usePages<Row>(read: (page: string | undefined) => Promise<Page<Row>>) {
  const [{ rows, next, failure, busy }, setState] = useState<{
    rows: Row[] | null;
    next: string | null;
    failure: CallFailed | null;
    busy: boolean;
  }>({ rows: null, next: null, failure: null, busy: true });
  const add = useCallback(
    (page: string | undefined) =>
      read(page).then(
        (answer) =>
          setState((known) => ({
            rows: page === undefined ? answer.rows : [...(known.rows ?? []), ...answer.rows],
            next: answer.next,
            failure: null,
            busy: false,
          })),
        (error: unknown) =>
          setState((known) => ({
            ...known,
            busy: false,
            failure: error instanceof CallFailed ? error : new CallFailed(null, 'unexpected'),
          })),
      ),
    [read],
  );
  useEffect(() => void add(undefined), [add]);
  const more = (): void => {
    setState((known) => ({ ...known, busy: true }));
    void add(next ?? undefined);
  };
  return { rows, hasMore: next !== null || (failure !== null && rows === null), failure, busy, more };
}
