import { Modal } from 'antd';
import { showToast } from '../../../lib/toasts.ts';
import { useSaveConfigurationMutation } from './configuration-api.ts';
import { DifferencesList } from './differences-list.tsx';
import { ReasonForm } from './reason-form.tsx';
import type { Group } from './schema-node.ts';
import type { Draft } from './use-draft.ts';
import styles from './configuration.module.css';

interface SaveDialogProps {
  site: number;
  name: string;
  draft: Draft & { content: Group };
  onClose: () => void;
}

/** Shows what a save changes, and asks why. */
export function SaveDialog({ site, name, draft, onClose }: SaveDialogProps) {
  const { base, content, differences, discard } = draft;
  const [save, { error, isLoading }] = useSaveConfigurationMutation();
  const submit = async (reason: string): Promise<void> => {
    const { data } = await save({ params: { site: String(site) }, body: { basedOn: base.version, content: { ...content }, reason } });
    if (!data) return;
    discard();
    showToast(`Version ${data.version} of ${name} saved`);
    onClose();
  };
  return (
    <Modal open title="Save a new version?" footer={null} width={760} onCancel={onClose} mask={{ closable: false }}>
      <div className={styles.form}>
        <p className={styles.plain}>
          The agent of {name} tries this version at once: it disconnects its devices for some seconds. If it can’t reach the cloud within a
          minute, it goes back to the version before.
        </p>
        <DifferencesList differences={differences} />
        <ReasonForm button="Save Version" placeholder="Gate replaced, new reader …" error={error} isLoading={isLoading} onSubmit={submit} />
      </div>
    </Modal>
  );
}
