import { Alert, Button } from 'antd';
import { isCallFailure, messageOf } from '../lib/api/call-failure.ts';

interface FailureProps {
  /** What a call ended with. */
  error: unknown;
  /** What was tried, in the words of the specification: 'Failed to lookup Employee'. */
  title?: string;
  /** Stands where the server gave no sentence. */
  otherwise?: string;
  onRetry?: () => void;
}

/** Says what went wrong, with the server's sentence and the number to ask IT about. */
export function Failure({ error, title, otherwise, onRetry }: FailureProps) {
  const message = messageOf(error, otherwise);
  return (
    <Alert
      type="error"
      showIcon
      title={title ?? message}
      description={<Details sentence={title && title !== message ? message : ''} requestId={isCallFailure(error) ? error.requestId : ''} />}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    />
  );
}

function Details({ sentence, requestId }: { sentence: string; requestId: string }) {
  if (!sentence && !requestId) return null;
  return (
    <>
      {sentence && <div>{sentence}</div>}
      {requestId && <small>Request {requestId}</small>}
    </>
  );
}
