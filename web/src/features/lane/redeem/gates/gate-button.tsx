import { Button } from 'antd';
import type { GateHost } from '@washdesk/contracts/lane/hosts';
import { KeyHint } from '../../../../components/input/key-hint.tsx';
import { isWaiting, type GateState } from '../../../../domain/gates/gate-machine.ts';
import { useGate } from '../../../../domain/gates/use-gate.ts';
import { useHotkey, type Hotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import { GateLine } from './gate-line.tsx';
import styles from './gate-button.module.css';

export interface GateButtonProps {
  gate: GateHost;
  hotkey: Hotkey | null;
  /** The member whose result is shown. */
  customer?: string | null;
}

/** Opens one gate, and shows in one line the outcome or what the gate reports. */
export function GateButton({ gate, hotkey, customer = null }: GateButtonProps) {
  const { state, press } = useGate(gate.host);
  const start = (): void => void press({ customer });
  useHotkey(hotkey, start);

  return (
    <div className={styles.gate} role="group" aria-label={gate.name}>
      <Button
        className={styles.button}
        type={state.phase === 'unknown' ? 'primary' : 'default'}
        size="large"
        aria-keyshortcuts={hotkey ?? undefined}
        loading={isWaiting(state)}
        onClick={start}
      >
        {labelOf(state)} · {gate.name}
        {hotkey && <KeyHint>{hotkey}</KeyHint>}
      </Button>
      <GateLine gate={gate} state={state} />
    </div>
  );
}

function labelOf({ phase }: GateState): string {
  if (phase === 'opening') return 'Opening';
  if (phase === 'checking') return 'Checking';
  return phase === 'unknown' ? 'Check' : 'Open Gate';
}
