import { Button, Popconfirm } from 'antd';
import type { PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useChangeIncreaseMutation } from './price-increases-api.ts';
import styles from './price-increases.module.css';

type Target = 'checking' | 'draft' | 'running' | 'paused' | 'undoing' | 'discarded';

interface Action {
  to: Target;
  label: string;
  look?: 'primary' | 'danger';
  /** The question to confirm. */
  question?: string;
  /** The button that confirms. */
  yes?: string;
}

const discard: Action = {
  to: 'discarded',
  label: 'Discard',
  look: 'danger',
  question: 'Discard this increase? No prices have changed.',
  yes: 'Discard Increase',
};
const undo: Action = {
  to: 'undoing',
  label: 'Undo',
  look: 'danger',
  question: 'Undo this increase? All scheduled changes are released, and current prices stay.',
  yes: 'Undo Increase',
};

const rising = ({ counts }: PriceIncreaseDetail): number =>
  counts.filter(({ state }) => state === 'checked').reduce((sum, { members }) => sum + members, 0);

/** Returns the actions of an increase in its state. */
function actionsOf(increase: PriceIncreaseDetail): readonly Action[] {
  const { state, effectiveDate } = increase;
  const members = rising(increase).toLocaleString('en-US');
  const question = `Schedule higher prices for ${members === '1' ? '1 member' : `${members} members`} starting ${formatDateUs(effectiveDate)}?`;
  switch (state) {
    case 'choosing':
      return [discard];
    case 'draft':
      return [{ to: 'checking', label: 'Start Dry Run', look: 'primary' }, discard];
    case 'checking':
      return [{ to: 'draft', label: 'Stop Dry Run' }];
    case 'checked':
      return [
        ...(rising(increase) > 0 ? [{ to: 'running', label: 'Run', look: 'primary', question, yes: 'Run Increase' } as const] : []),
        { to: 'checking', label: 'Repeat Dry Run' },
        discard,
      ];
    case 'running':
      return [{ to: 'paused', label: 'Pause' }];
    case 'paused':
      return [{ to: 'running', label: 'Resume', look: 'primary' }, undo];
    case 'done':
      return [undo];
    default:
      return [];
  }
}

/** The buttons of an increase; one that changes prices asks for confirmation. */
export function IncreaseActions({ increase }: { increase: PriceIncreaseDetail }) {
  const [change, { isLoading, error }] = useChangeIncreaseMutation();
  const actions = actionsOf(increase);
  return (
    <>
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map((action) => (
            <ActionButton
              key={action.to}
              action={action}
              busy={isLoading}
              onConfirm={() => void change({ params: { id: increase.id }, body: { state: action.to } })}
            />
          ))}
        </div>
      )}
      {error && !isLoading && <Failure title="Nothing was changed" error={error} />}
    </>
  );
}

function ActionButton({ action, busy, onConfirm }: { action: Action; busy: boolean; onConfirm: () => void }) {
  const { label, look, question, yes } = action;
  const button = (
    <Button
      size="large"
      type={look === 'primary' ? 'primary' : 'default'}
      danger={look === 'danger'}
      disabled={busy}
      {...(question === undefined && { onClick: onConfirm })}
    >
      {label}
    </Button>
  );
  if (question === undefined) return button;
  return (
    <Popconfirm
      placement="topLeft"
      title={question}
      okText={yes ?? label}
      okButtonProps={{ danger: look === 'danger' }}
      cancelText="Cancel"
      onConfirm={onConfirm}
    >
      {button}
    </Popconfirm>
  );
}
