import type { GateHost } from '@washdesk/contracts/lane/redeem';
import { Button } from 'antd';
import { StatusBadge } from '../../../../domain/status-badge.tsx';
import { KeyHint } from '../../../../components/key-hint.tsx';
import { useHotkey, type Hotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import styles from './gate-button.module.css';
import { GateStatus } from './gate-status.tsx';
import type { GateState } from './gate-machine.ts';
import { useGate } from './use-gate.ts';

export interface GateButtonProps {
  gate: GateHost;
  hotkey: Hotkey | null;
}

/** Opens one gate, shows the outcome, and shows what the gate reports. */
export function GateButton({ gate, hotkey }: GateButtonProps) {
  const { state, press } = useGate(gate.host);
  const start = (): void => void press();
  useHotkey(hotkey, start);

  return (
    <div className={styles.gate} role="group" aria-label={gate.name}>
      <div className={styles.action}>
        <Button
          className={styles.button}
          type={state.phase === 'unknown' ? 'primary' : 'default'}
          size="large"
          aria-keyshortcuts={hotkey ?? undefined}
          loading={state.phase === 'opening'}
          onClick={start}
        >
          {labelOf(state)} · {gate.name}
          {hotkey && <KeyHint>{hotkey}</KeyHint>}
        </Button>
        <GateStatus gate={gate} />
      </div>
      <div role="status" className={styles.outcome}>
        <Outcome state={state} />
      </div>
    </div>
  );
}

function labelOf({ phase }: GateState): string {
  if (phase === 'opening') return 'Opening';
  return phase === 'unknown' ? 'Check' : 'Open Gate';
}

function Outcome({ state }: { state: GateState }) {
  if (state.phase === 'unknown') return <StatusBadge tone="wait">{state.message}</StatusBadge>;
  if (state.phase === 'ready' && state.outcome) return <StatusBadge tone={state.outcome.tone}>{state.outcome.message}</StatusBadge>;
  return null;
}
