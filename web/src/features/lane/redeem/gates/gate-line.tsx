import type { GateHost } from '@washdesk/contracts/lane/redeem';
import { Button } from 'antd';
import { StatusBadge } from '../../../../domain/status-badge.tsx';
import type { Tone } from '../../../../domain/tone.ts';
import type { LiveState } from '../../../../lib/live/live-socket.ts';
import styles from './gate-button.module.css';
import { useGateLive, type GateReport } from './use-gate-live.ts';

/** What is known of the gate right now: open or closed, or why nobody can tell. */
export function GateLine({ gate }: { gate: GateHost }) {
  const { line, report, reconnect } = useGateLive(gate.host);
  if (line === 'lost') {
    return (
      <span className={styles.line}>
        <StatusBadge tone="wait">Live state lost</StatusBadge>
        <Button size="large" onClick={reconnect}>
          Reconnect
        </Button>
      </span>
    );
  }
  if (gate.health === 'offline') return <StatusBadge tone="stop">{gate.reason ? `Offline: ${gate.reason}` : 'Offline'}</StatusBadge>;
  return <StatusBadge {...now(line, report)} />;
}

function now(line: LiveState, report: GateReport | null): { tone: Tone; children: string } {
  if (line === 'connecting') return { tone: 'neutral', children: 'Connecting' };
  if (report?.gateOpen === false) return { tone: 'neutral', children: 'Closed' };
  if (report?.gateOpen) return { tone: 'go', children: 'Open' };
  // A gate without a position switch: its relay is all there is to tell.
  return report?.relay ? { tone: 'go', children: 'Opening' } : { tone: 'neutral', children: 'Live' };
}
