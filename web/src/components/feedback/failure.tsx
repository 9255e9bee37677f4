import { Alert, Button } from 'antd';
import { isCallFailure, messageOf } from '../../lib/api/call-failure.ts';
import { askForPin } from '../../lib/api/pin-prompt.ts';
import { staleFieldsOf } from '../../lib/forms/use-seen.ts';
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
      <ChangedMeanwhile error={error} />
      {requestId && (
        <details>
          <summary>Details</summary>
          <small>Request {requestId}</small>
        </details>
      )}
    </div>
  );
  const needsPin = isCallFailure(error) && error.code === 'pin_required';
  const retry = onRetry && (needsPin ? <EnterPin onEntered={onRetry} /> : <Button onClick={onRetry}>Try Again</Button>);
  return <Alert type={needsPin ? 'info' : 'error'} showIcon title={words} action={retry} />;
}

/** Both values of what two users changed. What was typed stays in the form; saving again overwrites the other value. */
function ChangedMeanwhile({ error }: { error: unknown }) {
  const fields = staleFieldsOf(error);
  if (!fields) return null;
  return (
    <dl className={styles.meanwhile}>
      {fields.map(({ field, now, wanted }) => (
        <div key={field}>
          {fields.length > 1 && <dt>{field.replaceAll('_', ' ')}</dt>}
          <dd>Now: {asText(now)}</dd>
          <dd>Yours: {asText(wanted)}</dd>
        </div>
      ))}
    </dl>
  );
}

function asText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map(asText).join(', ') || 'empty';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${asText(part)}`)
    .join(', ');
}

function EnterPin({ onEntered }: { onEntered: () => void }) {
  const enter = async () => {
    if ((await askForPin(false)) === 'entered') onEntered();
  };
  return <Button onClick={() => void enter()}>Enter PIN</Button>;
}
