import { useEffect, useEffectEvent, useState } from 'react';
import type { BoardGate } from '@washdesk/contracts/lane/board';
import { openReasons } from '@washdesk/rules/lane/lane-board';
import { isWaiting } from '../../../domain/gates/gate-machine.ts';
import { wordsOfGate, wordsOfPress, wordsOfReport, type GateWords } from '../../../domain/gates/gate-words.ts';
import { useGate } from '../../../domain/gates/use-gate.ts';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import { useFlag } from '../../../lib/flags.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import type { OpenGate } from './use-let-in.ts';
import styles from './board.module.css';

interface LaneGateProps {
  gate: BoardGate;
  isLive: boolean;
  /** The member in front of the gate. */
  customer: string | null;
  /** Receives the function that opens this gate. */
  onOpener?: ((open: OpenGate) => void) | undefined;
}

/** A gate: its state in a word, its problem or the outcome of the last press, and Open Gate with a reason. */
export function LaneGate({ gate, isLive, customer, onOpener }: LaneGateProps) {
  const isSignedIn = useSession() !== null;
  const mayOpen = useFlag('gatecontrol') && isSignedIn;
  const { state, press } = useGate(gate.host);
  const [isAsking, setAsking] = useState(false);
  const register = useEffectEvent(() => mayOpen && onOpener?.((asked) => void press(asked)));
  useEffect(() => void register());

  const pressed = wordsOfPress(gate, state);
  const { tone, text } = stateOf(gate, isLive);
  const trouble = isLive && gate.health !== 'online' ? wordsOfGate(gate, { tone, text }).text : null;
  const isUnknown = state.phase === 'unknown';
  return (
    <div role="group" aria-label={`Gate ${gate.name}`} className={styles.gate}>
      <p className={`${styles.gateState} ${styles[tone]}`}>
        <ToneShape tone={tone} size={40} />
        {text}
      </p>
      <p role="status" className={styles.line}>
        {pressed?.text ?? trouble ?? ''}
      </p>
      {mayOpen && !isAsking && (
        <button
          type="button"
          className={isUnknown ? styles.main : styles.open}
          disabled={isWaiting(state)}
          onClick={() => (isUnknown ? void press() : setAsking(true))}
        >
          {isUnknown ? 'Check' : 'Open Gate'}
        </button>
      )}
      {mayOpen && isAsking && (
        <div role="group" aria-label={`Reason to open ${gate.name}`} className={styles.acts}>
          {openReasons.map((reason, index) => (
            <button
              key={reason}
              type="button"
              autoFocus={index === 0}
              onClick={() => {
                setAsking(false);
                void press({ reason, customer });
              }}
            >
              {reason}
            </button>
          ))}
          <button type="button" onClick={() => setAsking(false)}>
            Cancel
          </button>
        </div>
      )}
    </div>
  );
}

/** An outdated state is never shown as the present one. */
function stateOf({ health, relay, gateOpen }: BoardGate, isLive: boolean): GateWords {
  if (!isLive || health === 'offline' || health === 'unknown') return { tone: 'wait', text: 'Unknown' };
  if (relay === null && gateOpen === null) return { tone: 'neutral', text: 'Asking…' };
  return wordsOfReport({ relay, gateOpen });
}
