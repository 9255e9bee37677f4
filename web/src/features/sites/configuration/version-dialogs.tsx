import { Modal } from 'antd';
import type { SiteConfigurationVersion } from '@washdesk/contracts/sites/site-configuration';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useConfigurationDifferenceQuery, useRestoreConfigurationMutation } from './configuration-api.ts';
import { DifferencesList } from './differences-list.tsx';
import { ReasonForm } from './reason-form.tsx';
import styles from './configuration.module.css';

interface Compared {
  site: number;
  /** The version before, if it is missing. */
  from?: number;
  to: number;
}

function StoredDifferences({ site, from, to }: Compared) {
  const answer = useConfigurationDifferenceQuery({
    params: { site: String(site) },
    query: { ...(from !== undefined && { from: String(from) }), to: String(to) },
  });
  return (
    <Loaded what="differences" failed="Couldn’t load the differences" placeholder={<Searching />} answer={answer}>
      {(data) => <DifferencesList differences={data.differences} />}
    </Loaded>
  );
}

interface VersionDialogProps {
  site: number;
  version: SiteConfigurationVersion;
  onClose: () => void;
}

/** What a version changed, and why the site didn’t apply it. */
export function ChangesDialog({ site, version: { version, reason, author, problems }, onClose }: VersionDialogProps) {
  return (
    <Modal open title={`Changes of version ${version}`} footer={null} width={760} onCancel={onClose}>
      <div className={styles.form}>
        <p className={styles.plain}>
          {author}: {reason}
        </p>
        {problems.length > 0 && (
          <ul className={styles.problems} aria-label="Problems">
            {problems.map(({ path, sentence }) => (
              <li key={`${path} ${sentence}`}>{sentence}</li>
            ))}
          </ul>
        )}
        <StoredDifferences site={site} to={version} />
      </div>
    </Modal>
  );
}

interface NewVersion extends Pick<VersionDialogProps, 'site' | 'onClose'> {
  version: number;
  /** The version that it replaces. */
  newest: number;
  saved: string;
}

/** Saves the content of a version as a new one. */
function useNewVersion({ site, version, newest, saved, onClose }: NewVersion) {
  const [restore, { error, isLoading }] = useRestoreConfigurationMutation();
  const onSubmit = async (reason: string): Promise<void> => {
    const { data } = await restore({ params: { site: String(site) }, body: { version, basedOn: newest, reason } });
    if (!data) return;
    showToast(`Version ${version} ${saved} as version ${data.version}`);
    onClose();
  };
  return { error, isLoading, onSubmit };
}

/** Saves the newest version once more: an agent tries no version twice. */
export function TryAgainDialog({ site, version: { version }, onClose }: VersionDialogProps) {
  const form = useNewVersion({ site, version, newest: version, saved: 'saved again', onClose });
  return (
    <Modal open title={`Try version ${version} again?`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <div className={styles.form}>
        <p className={styles.plain}>Its content is saved as a new version, and the agent tries it at once.</p>
        <ReasonForm button="Try Again" placeholder="The connection works again …" {...form} />
      </div>
    </Modal>
  );
}

/** Saves an earlier version as the newest. @param newest the version that it replaces */
export function RestoreDialog({ site, version: { version }, newest, onClose }: VersionDialogProps & { newest: number }) {
  const form = useNewVersion({ site, version, newest, saved: 'restored', onClose });
  return (
    <Modal open title={`Restore version ${version}?`} footer={null} width={760} onCancel={onClose} mask={{ closable: false }}>
      <div className={styles.form}>
        <p className={styles.plain}>
          Its content is saved as a new version, and the agent tries it at once. Before is version {newest}, after is version {version}.
        </p>
        <StoredDifferences site={site} from={newest} to={version} />
        <ReasonForm button="Restore Version" placeholder="The new gate failed …" {...form} />
      </div>
    </Modal>
  );
}
