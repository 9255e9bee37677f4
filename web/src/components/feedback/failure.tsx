import { Alert, Button } from 'antd';
import { isCallFailure, messageOf } from '../../lib/api/call-failure.ts';
import styles from './failure.module.css';

interface FailureProps {
  /** The error of a call. */
  error: unknown;
  /** What failed, such as 'Failed to lookup Employee'. */
  title?: string;
  /** The fallback if the server sent no message. */
  otherwise?: string;
  onRetry?: () => void;
}

/** Shows what failed with the server's message; the request number for IT is under Details. */
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
