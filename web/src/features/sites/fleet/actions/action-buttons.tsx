import { Button } from 'antd';
import type { ConsoleAction } from '@washdesk/contracts/system/console';
import type { ChosenAction } from './action-dialog.tsx';
import styles from './actions.module.css';

interface ActionButtonsProps {
  actions: readonly ConsoleAction[];
  /** Null for the agent itself. */
  device: { id: string; name: string; kind: string } | null;
  /** The id of the sentence why the buttons are disabled; undefined while they work. */
  disabledBy: string | undefined;
  onChoose: (chosen: ChosenAction) => void;
}

/** The buttons of a device, or of the agent, from the table of the console's commands. */
export function ActionButtons({ actions, device, disabledBy, onChoose }: ActionButtonsProps) {
  const meant = actions.filter((action) =>
    device === null ? action.device === null : action.device === device.kind || action.device === 'device',
  );
  return (
    <div className={styles.buttons}>
      {meant.map((action) => (
        <Button
          key={action.verb}
          aria-label={device ? `${action.button}: ${device.name}` : action.button}
          title={action.summary}
          disabled={disabledBy !== undefined}
          aria-describedby={disabledBy}
          onClick={() => onChoose({ action, device })}
        >
          {action.button}
        </Button>
      ))}
    </div>
  );
}
