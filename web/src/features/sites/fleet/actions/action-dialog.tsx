import { Button, Modal } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import type { ConsoleAction } from '@washdesk/contracts/system/console';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { TextField } from '../../../../components/form/text-field.tsx';
import { useConsoleTicketMutation } from '../../../../domain/console/console-api.ts';
import { runConsoleLine, type LineOutcome } from '../../../../domain/console/run-line.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import styles from './actions.module.css';

export interface ChosenAction {
  action: ConsoleAction;
  /** Null for the agent itself. */
  device: { id: string; name: string } | null;
}

interface ActionDialogProps extends ChosenAction {
  site: number;
  onClose: () => void;
}

interface Result {
  outcome: LineOutcome | null;
  /** Why there was no connection. */
  refused: unknown;
}
const none: Result = { outcome: null, refused: null };

/** Runs a command of the console for a button: at once, or after its reason. */
export function ActionDialog({ site, action, device, onClose }: ActionDialogProps) {
  const [fetchTicket] = useConsoleTicketMutation();
  const [isRunning, setIsRunning] = useState(!action.needsReason);
  const [{ outcome, refused }, setResult] = useState<Result>(none);
  const run = async (reason: string): Promise<Result> => {
    const line = { site, verb: action.verb, device: device?.id ?? null, reason };
    try {
      return { outcome: await runConsoleLine(line, async () => (await fetchTicket().unwrap()).ticket), refused: null };
    } catch (error) {
      return { outcome: null, refused: error };
    }
  };
  const settle = (result: Result): void => {
    setResult(result);
    setIsRunning(false);
  };
  const submit = async (reason: string): Promise<void> => {
    setIsRunning(true);
    setResult(none);
    settle(await run(reason));
  };
  const runAtOnce = useEffectEvent(() => run(''));
  const settled = useEffectEvent(settle);
  useEffect(() => {
    if (!action.needsReason) void runAtOnce().then((result) => settled(result));
  }, [action.needsReason]);
  return (
    <Modal
      open
      title={device ? `${action.button}: ${device.name}` : action.button}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      width={640}
    >
      <div className={styles.dialog}>
        <p className={styles.plain}>{action.summary}.</p>
        {action.needsReason && !outcome && <ReasonForm button={action.button} isRunning={isRunning} onSubmit={submit} />}
        {isRunning && !action.needsReason && <p className={styles.plain}>Asking the site…</p>}
        {refused !== null && <Failure title={`Couldn’t run ${action.button}`} error={refused} />}
        {outcome && (
          <div role="status" className={outcome.state === 'done' ? styles.done : styles.failed}>
            <pre>{outcome.text}</pre>
          </div>
        )}
        {(outcome || refused !== null) && (
          <Button size="large" onClick={onClose} autoFocus>
            Close
          </Button>
        )}
      </div>
    </Modal>
  );
}

const form = z.object({ reason: z.string().trim().min(3, 'Enter a reason').max(200) });

interface ReasonFormProps {
  button: string;
  isRunning: boolean;
  onSubmit: (reason: string) => Promise<void>;
}

function ReasonForm({ button, isRunning, onSubmit }: ReasonFormProps) {
  const { control, submit } = useZodForm({
    schema: form,
    initial: { reason: '' },
    failure: null,
    onSubmit: ({ reason }) => onSubmit(reason),
  });
  return (
    <form className={styles.dialog} noValidate onSubmit={submit}>
      <TextField control={control} name="reason" label="Reason" placeholder="What it is for" maxLength={200} autoFocus />
      <Button type="primary" htmlType="submit" size="large" block loading={isRunning}>
        {button}
      </Button>
    </form>
  );
}
