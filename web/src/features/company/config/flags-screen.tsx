import { Button, Switch } from 'antd';
import { useState } from 'react';
import type { Flag } from '@washdesk/contracts/company/config';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useFlagsQuery } from '../../../lib/startup-api.ts';
import { useSaveFlagsMutation } from './config-api.ts';
import styles from './config.module.css';

/** The company's feature flags; saving sends the whole list (docs/rules/company.md#flags). */
export function FlagsScreen() {
  const { data: flags, error, refetch } = useFlagsQuery();
  if (flags) return <FlagList flags={flags} onStale={refetch} />;
  if (!error) return <PageSkeleton />;
  return (
    <Page title="Feature flags">
      <Failure error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

function FlagList({ flags, onStale }: { flags: readonly Flag[]; onStale: () => Promise<unknown> }) {
  const [save, { isLoading, error, isSuccess, reset }] = useSaveFlagsMutation();
  /** Only unsaved switches; the rest follows the server. */
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({});
  const wanted = flags.map((flag) => ({ ...flag, value: switched[flag.name] ?? flag.value }));
  const changed = wanted.some((flag, index) => flag.value !== flags[index]?.value);

  const turn = (name: string, value: boolean) => {
    reset();
    setSwitched({ ...switched, [name]: value });
  };
  const saveAll = async () => {
    const answer = await save({ body: wanted.map((flag, index) => ({ ...flag, was: flags[index]?.value })) });
    if (!answer.error) setSwitched({});
    // unsaved switches stay, beside other users' changes
    else if (isCallFailure(answer.error) && answer.error.status === 409) await onStale();
  };
  return (
    <Page
      title="Feature flags"
      actions={
        <Button type="primary" disabled={!changed} loading={isLoading} onClick={() => void saveAll()}>
          Save
        </Button>
      }
    >
      <ul className={styles.flags}>
        {wanted.map(({ name, description, value }) => (
          <li key={name} className={styles.flag}>
            <div>
              <strong id={`flag-${name}`}>{description || name}</strong>
              <br />
              <code>{name}</code>
            </div>
            <Switch aria-labelledby={`flag-${name}`} checked={value} disabled={isLoading} onChange={(on) => turn(name, on)} />
          </li>
        ))}
      </ul>
      <div aria-live="polite">
        {error && <Failure title="Couldn’t save the flags" error={error} />}
        {isSuccess && !changed && 'Saved'}
      </div>
    </Page>
  );
}
