import { Skeleton } from 'antd';
import { useDeferredValue, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  /** The name of the data, such as 'notes'. */
  what: string;
  /** The failure text; default 'Error Loading Data from notes'. */
  failed?: string;
  /** Shown before the first answer. */
  placeholder?: ReactNode;
  answer: Answer<Data>;
  children: (data: Data) => ReactNode;
}

/**
 * A part of a screen that loads separately: a placeholder, its own failure with a retry, then its content. A later read that fails is
 * reported above the content, which stays. Content renders at low priority so that a long list does not delay a key press.
 */
export function Loaded<Data>({ what, failed = `Error Loading Data from ${what}`, placeholder, answer, children }: LoadedProps<Data>) {
  const { error, isFetching, refetch } = answer;
  const data = useDeferredValue(answer.data);
  const failure = error != null && !isFetching && <Failure title={failed} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return failure || (placeholder ?? <Loading what={what} />);
  return (
    <>
      {failure}
      {children(data)}
    </>
  );
}

function Loading({ what }: { what: string }) {
  return (
    <div role="status" aria-label={`Loading ${what}`}>
      <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
    </div>
  );
}
