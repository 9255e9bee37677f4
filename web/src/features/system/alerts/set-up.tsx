import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { useAlertSettingsQuery } from './alerts-api.ts';
import { RecipientsSection } from './recipients-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import styles from './alerts.module.css';

const pollMs = 5_000;

/** Who is told of alerts, when, and what follows if an alert is not seen. */
export function SetUp() {
  const { data, error, refetch } = useAlertSettingsQuery(undefined, { pollingInterval: pollMs, skipPollingIfUnfocused: true });
  if (error && !data) return <Failure title="Couldn’t load the recipients" error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.parts}>
      <RecipientsSection recipients={data.recipients} channels={data.channels} />
      <SettingsSection settings={data.settings} timeZones={data.timeZones} />
    </div>
  );
}
