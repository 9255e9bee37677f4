import { Button } from 'antd';
import { useState } from 'react';
import { SaveDialog } from './save-dialog.tsx';
import type { Group } from './schema-node.ts';
import type { Draft } from './use-draft.ts';
import styles from './configuration.module.css';

interface SaveBarProps {
  site: number;
  name: string;
  draft: Draft & { content: Group };
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What is not saved yet, and what prevents it. */
export function SaveBar({ site, name, draft }: SaveBarProps) {
  const [isSaving, setSaving] = useState(false);
  const { problems, differences, discard } = draft;
  const [first] = problems;
  return (
    <section className={styles.bar} aria-label="Unsaved changes">
      <div role="status" className={styles.barWords}>
        <strong>{counted(differences.length, 'unsaved change')}</strong>
        {first && (
          <span className={styles.problem}>
            {first.sentence}
            {problems.length > 1 && ` (and ${counted(problems.length - 1, 'more problem')})`}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        <Button danger onClick={discard}>
          Discard Changes
        </Button>
        <Button type="primary" disabled={problems.length > 0} onClick={() => setSaving(true)}>
          Review Changes
        </Button>
      </div>
      {isSaving && <SaveDialog site={site} name={name} draft={draft} onClose={() => setSaving(false)} />}
    </section>
  );
}
