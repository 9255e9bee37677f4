import { Skeleton } from 'antd';
import { useDeferredValue, type ReactNode } from 'react';
import { Failure } from '../../../components/feedback/failure.tsx';

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  /** What is loaded: 'notes'. */
  what: string;
  /** The sentence for a failure, unless 'Error Loading Data from notes' says it. */
  failed?: string;
  answer: Answer<Data>;
  children: (data: Data) => ReactNode;
}

/**
 * One part of a screen that loads alone: a placeholder, its own failure with another try, then its content, which stays while it is read anew.
 * Content is rendered with low priority, so that a key pressed just when a long list arrives does not wait for it.
 */
export function Loaded<Data>({ what, failed = `Error Loading Data from ${what}`, answer, children }: LoadedProps<Data>) {
  const { error, isFetching, refetch } = answer;
  const data = useDeferredValue(answer.data);
  if (error && !isFetching) return <Failure title={failed} error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label={`Loading ${what}`}>
        <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
      </div>
    );
  return <>{children(data)}</>;
}
