import { Alert, Button } from 'antd';
import { lazy, Suspense } from 'react';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import type { SecretOwner } from '../../../domain/secrets/own-secret-form.tsx';
import { isCallFailure, messageOf } from '../../../lib/api/call-failure.ts';
import styles from './login.module.css';

const OwnSecretForm = lazy(async () => ({ default: (await import('../../../domain/secrets/own-secret-form.tsx')).OwnSecretForm }));

/** Whether a sign-in failed only because someone else set the secret. */
export const mustReplaceSecret = (error: unknown): boolean => isCallFailure(error) && error.code === 'secret_change_required';

interface ReplaceSecretProps {
  owner: SecretOwner;
  /** The failed sign-in, which names who set the secret. */
  error: unknown;
  onChanged: (secret: string) => void;
  onCancel: () => void;
}

/** The step after a PIN or password that someone else set: the person chooses another, and signs in with it. */
export function ReplaceSecret({ owner, error, onChanged, onCancel }: ReplaceSecretProps) {
  return (
    <div className={styles.steps}>
      <Alert type="info" showIcon title={messageOf(error)} />
      <Suspense fallback={<PageSkeleton />}>
        <OwnSecretForm owner={owner} onChanged={onChanged} />
      </Suspense>
      <Button size="large" block onClick={onCancel}>
        Start Over
      </Button>
    </div>
  );
}
