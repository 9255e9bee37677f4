import { Button, Modal, Popconfirm } from 'antd';
import { useState } from 'react';
import { rolesSuffice } from '@washdesk/contracts/access';
import { changeIncrease, type IncreaseMemberState, type PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { Failure } from '../../../components/feedback/failure.tsx';
import { isTyped, TypedNumber } from '../../../components/input/typed-number.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
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
  /** The members whose price it changes; their number must be typed. */
  touches?: { members: number; act: string };
}

const discard: Action = {
  to: 'discarded',
  label: 'Discard',
  look: 'danger',
  question: 'Discard this increase? No prices have changed.',
  yes: 'Discard Increase',
};
const countIn = ({ counts }: PriceIncreaseDetail, wanted: IncreaseMemberState): number =>
  counts.filter(({ state }) => state === wanted).reduce((sum, { members }) => sum + members, 0);

const undo = (increase: PriceIncreaseDetail): Action => ({
  to: 'undoing',
  label: 'Undo',
  look: 'danger',
  question: 'Undo this increase? All scheduled changes are released, and current prices stay.',
  yes: 'Undo Increase',
  touches: { members: countIn(increase, 'scheduled'), act: 'undo' },
});

/** Returns the actions of an increase in its state. */
function actionsOf(increase: PriceIncreaseDetail): readonly Action[] {
  const { state, effectiveDate } = increase;
  const rising = countIn(increase, 'checked');
  const members = rising.toLocaleString('en-US');
  const question = `Schedule higher prices for ${members === '1' ? '1 member' : `${members} members`} starting ${formatDateUs(effectiveDate)}?`;
  const run = { to: 'running', look: 'primary', question, touches: { members: rising, act: 'run' } } as const;
  switch (state) {
    case 'choosing':
      return [discard];
    case 'draft':
      return [{ to: 'checking', label: 'Start Dry Run', look: 'primary' }, discard];
    case 'checking':
      return [{ to: 'draft', label: 'Stop Dry Run' }];
    case 'checked':
      return [...(rising > 0 ? [{ ...run, label: 'Run', yes: 'Run Increase' }] : []), { to: 'checking', label: 'Repeat Dry Run' }, discard];
    case 'running':
      return [{ to: 'paused', label: 'Pause' }];
    case 'paused':
      return [{ ...run, label: 'Resume', yes: 'Resume Increase' }, undo(increase)];
    case 'done':
      return [undo(increase)];
    default:
      return [];
  }
}

/** The buttons of an increase; one that changes prices asks for the number of members. */
export function IncreaseActions({ increase }: { increase: PriceIncreaseDetail }) {
  const [change, { isLoading, error }] = useChangeIncreaseMutation();
  const [asked, setAsked] = useState<Action | null>(null);
  const roles = useSession()?.user.roles ?? 0;
  if (!rolesSuffice(changeIncrease.access, roles)) return <p className={styles.muted}>Only Schedulers and Admins run, pause or undo it.</p>;
  const actions = actionsOf(increase);
  const choose = (action: Action, members?: number) => {
    setAsked(null);
    void change({ params: { id: increase.id }, body: { state: action.to, members } });
  };
  return (
    <>
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map((action) => (
            <ActionButton
              key={action.to}
              action={action}
              busy={isLoading}
              onConfirm={() => (action.touches && action.touches.members > 0 ? setAsked(action) : choose(action))}
            />
          ))}
        </div>
      )}
      {error && !isLoading && <Failure title="Nothing was changed" error={error} />}
      {asked?.touches && <ConfirmDialog action={asked} {...asked.touches} onCancel={() => setAsked(null)} onConfirm={choose} />}
    </>
  );
}

interface ConfirmDialogProps {
  action: Action;
  members: number;
  act: string;
  onCancel: () => void;
  onConfirm: (action: Action, members: number) => void;
}

function ConfirmDialog({ action, members, act, onCancel, onConfirm }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const confirm = () => {
    if (isTyped(typed, members)) onConfirm(action, members);
  };
  return (
    <Modal
      open
      title={action.question}
      okText={action.yes}
      okButtonProps={{ danger: action.look === 'danger', disabled: !isTyped(typed, members) }}
      onOk={confirm}
      onCancel={onCancel}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <TypedNumber number={members} act={act} value={typed} onChange={setTyped} />
      </form>
    </Modal>
  );
}

function ActionButton({ action, busy, onConfirm }: { action: Action; busy: boolean; onConfirm: () => void }) {
  const { label, look, question, yes, touches } = action;
  const isAskedHere = question !== undefined && !(touches && touches.members > 0);
  const button = (
    <Button
      size="large"
      type={look === 'primary' ? 'primary' : 'default'}
      danger={look === 'danger'}
      disabled={busy}
      {...(!isAskedHere && { onClick: onConfirm })}
    >
      {label}
    </Button>
  );
  if (!isAskedHere) return button;
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
