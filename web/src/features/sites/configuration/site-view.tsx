import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { ConfiguredSite, WholeSiteConfiguration } from '@washdesk/contracts/sites/site-configuration';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { UnsavedChanges } from '../../../components/feedback/unsaved-changes.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { DevicesSection } from './devices-section.tsx';
import { HistoryView } from './history-view.tsx';
import { PartsSection } from './parts-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { StartChoice } from './start-choice.tsx';
import { StateNotice } from './state-notice.tsx';
import { TextView } from './text-view.tsx';
import { UnknownVersion } from './unknown-version.tsx';
import { useDraft } from './use-draft.ts';
import type { OnSiteRead } from './use-read-site.ts';
import styles from './configuration.module.css';

interface SiteViewProps {
  state: Omit<ConfiguredSite, 'newest'>;
  newest: WholeSiteConfiguration | null;
  applied: number | null;
}

const modes = { form: 'Form', text: 'Text', history: 'History' } as const;

/** The configuration of one site: its state, the draft in a form or as text, and its history. */
export function SiteView({ state, newest, applied }: SiteViewProps) {
  const { site, name } = state;
  const draft = useDraft(newest);
  const [mode, setMode] = useState<keyof typeof modes>('form');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const { content, isBroken, isEdited, edit } = draft;
  const start: OnSiteRead = (found, left) => {
    edit(found);
    setNotes(left);
  };
  if (content === null) return <StartChoice state={state} onStart={start} />;
  return (
    <>
      <UnsavedChanges unsaved={isEdited} />
      {newest && <UnknownVersion state={state} onRead={start} />}
      {newest && <StateNotice state={state} newest={newest} applied={applied} />}
      {isEdited && notes.length > 0 && (
        <Alert
          type="info"
          showIcon
          title="Taken over from the file. Before the agent can apply it:"
          description={
            <ul className={styles.problems}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          }
        />
      )}
      {newest && newest.version !== draft.base.version && (
        <Alert
          type="warning"
          showIcon
          title={`${newest.author} saved version ${newest.version} meanwhile: ${newest.reason}`}
          action={
            <div className={styles.start}>
              <Button onClick={() => draft.rebase(newest)}>Keep Mine</Button>
              <Button onClick={draft.discard}>Load Version {newest.version}</Button>
            </div>
          }
        />
      )}
      <div>
        <ModeTabs label="View" modes={modes} active={mode} onChange={setMode}>
          <div className={styles.view}>
            {mode === 'form' && isBroken && <NothingFound>The text isn’t a configuration. Correct it in Text.</NothingFound>}
            {mode === 'form' && !isBroken && (
              <>
                <DevicesSection site={site} content={content} onChange={edit} />
                <PartsSection content={content} onChange={edit} />
                <SecretsSection content={content} />
              </>
            )}
            {mode === 'text' && <TextView draft={draft} />}
            {mode === 'history' && <HistoryView site={site} newest={newest?.version ?? 0} />}
          </div>
        </ModeTabs>
      </div>
      {isEdited && <SaveBar site={site} name={name} draft={{ ...draft, content }} />}
    </>
  );
}
