import { Alert, Button } from 'antd';
import type { ConfiguredSite } from '@washdesk/contracts/sites/site-configuration';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useReadSite, type OnSiteRead } from './use-read-site.ts';

interface UnknownVersionProps {
  state: Omit<ConfiguredSite, 'newest'>;
  onRead: OnSiteRead;
}

/** Returns the version that a site runs and the cloud doesn’t have; null without one. */
export const unknownVersion = ({ running }: Pick<ConfiguredSite, 'running'>): number | null =>
  running === null || running.stored ? null : running.version;

export const unknownWords = (version: number): string => `The site runs version ${version}, which isn’t stored here`;

/** A version that was saved after the backup from which the database was restored. */
export function UnknownVersion({ state, onRead }: UnknownVersionProps) {
  const { read, error, isFetching } = useReadSite(state.site, onRead);
  const version = unknownVersion(state);
  if (version === null) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`${unknownWords(version)}: the database was restored from an older backup.`}
        description="The site keeps it until you save a version. To keep what the site runs, load it from the site and save it."
        action={
          <Button disabled={!state.online} loading={isFetching} onClick={read}>
            Load From Site
          </Button>
        }
      />
      {error && <Failure title="Couldn’t read the site’s configuration" error={error} onRetry={read} />}
    </>
  );
}
