import { Alert, Button } from 'antd';
import { isCallFailure, messageOf } from '../../lib/api/call-failure.ts';
import styles from './failure.module.css';

interface FailureProps {
  /** What a call ended with. */
  error: unknown;
  /** What was tried, as a sentence: 'Failed to lookup Employee'. */
  title?: string;
  /** The sentence that is shown where the server gave none. */
  otherwise?: string;
  onRetry?: () => void;
}

/** Says what went wrong, with the server's sentence; the number to ask IT about is behind Details. */
export function Failure({ error, title, otherwise, onRetry }: FailureProps) {
  const message = messageOf(error, otherwise);
  const requestId = isCallFailure(error) ? error.requestId : '';
  const words = (
    <div className={styles.words}>
      {title && title !== message && <strong>{title}</strong>}
      <span>{message}</span>
      {requestId && (
        <details>
          <summary>Details</summary>
          <small>Request {requestId}</small>
        </details>
      )}
    </div>
  );
  return <Alert type="error" showIcon title={words} action={onRetry && <Button onClick={onRetry}>Try again</Button>} />;
}
