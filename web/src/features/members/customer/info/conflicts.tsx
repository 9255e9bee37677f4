import { Alert, Button, Radio } from 'antd';
import { useState } from 'react';
import type { Conflict } from './conflict.ts';
import { infoLabels, wordsOf, type InfoForm } from './info-form.ts';
import styles from './customer-info.module.css';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  mine: InfoForm;
  busy: boolean;
  onSettle: (settled: (Conflict & { keep: 'mine' | 'theirs' })[]) => void;
}

/** Asks whose value to keep for each field that another user changed meanwhile. Nothing is overwritten unseen. */
export function Conflicts({ conflicts, mine, busy, onSettle }: ConflictsProps) {
  const [kept, setKept] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const complete = conflicts.every(({ field }) => kept[field] !== undefined);
  return (
    <Alert
      type="warning"
      showIcon
      title="Someone else changed this customer. Nothing is saved yet. Choose which values to keep."
      description={
        <div className={styles.conflicts}>
          {conflicts.map(({ field, theirs }) => (
            <fieldset key={field} className={styles.conflict}>
              <legend>{infoLabels[field]}</legend>
              <Radio.Group value={kept[field] ?? null} onChange={({ target }) => setKept({ ...kept, [field]: target.value })}>
                <Radio value="mine">Yours: {wordsOf(mine[field])}</Radio>
                <Radio value="theirs">Theirs: {wordsOf(theirs)}</Radio>
              </Radio.Group>
            </fieldset>
          ))}
          <Button
            type="primary"
            disabled={!complete}
            loading={busy}
            onClick={() => onSettle(conflicts.map((one) => ({ ...one, keep: kept[one.field] ?? 'theirs' })))}
          >
            Save Selected Values
          </Button>
        </div>
      }
    />
  );
}
