import { Button } from 'antd';
import { useState } from 'react';
import type { DifferenceGroup } from '@washdesk/contracts/system/reconcile';
import { differenceKinds, isRepairable } from '@washdesk/rules/reconcile/difference-kinds';
import { counted } from '@washdesk/rules/text/counts';
import { Section } from '../../../components/layout/section.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { DifferenceList } from './difference-list.tsx';
import { meaningOfKind, repairWords } from './difference-words.ts';
import { RepairAllDialog } from './repair-all-dialog.tsx';
import styles from './reconcile.module.css';

/** The open differences of a kind: how many, what they mean, and each of them on request. */
export function DifferenceGroupSection({ group, site }: { group: DifferenceGroup; site: number | null }) {
  const [isShown, setShown] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { kind, open, repairing, failed } = group;
  const { title, repair } = differenceKinds[kind];
  const left = open - repairing;
  return (
    <Section
      title={title}
      actions={
        <div className={styles.groupActions}>
          {repairing > 0 && <StatusBadge tone="wait">{`Repairing ${repairing}`}</StatusBadge>}
          {failed > 0 && <StatusBadge tone="stop">{`${failed} not repaired`}</StatusBadge>}
          <span className={styles.count}>{counted(open, 'difference')}</span>
          {isRepairable(kind) && left > 1 && (
            <Button aria-label={`Repair All: ${title}`} onClick={() => setConfirming(true)}>
              Repair All
            </Button>
          )}
          <Button aria-label={`${isShown ? 'Hide' : 'Show'}: ${title}`} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </div>
      }
    >
      <p className={styles.meaning}>
        {meaningOfKind[kind]} <span className={styles.muted}>{repairWords[repair]}</span>
      </p>
      {isShown && (
        <DifferenceList label={title} query={{ kind, ...(site !== null && { site: String(site) }) }} empty="Nothing left of this kind." />
      )}
      {isConfirming && <RepairAllDialog kind={kind} site={site} count={left} onClose={() => setConfirming(false)} />}
    </Section>
  );
}
