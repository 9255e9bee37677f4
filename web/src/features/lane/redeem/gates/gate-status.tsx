import type { GateHost } from '@washdesk/contracts/lane/redeem';
import type { LiveMessage } from '@washdesk/contracts/system/live';
import { Button } from 'antd';
import { useState } from 'react';
import { StatusBadge } from '../../../../domain/status-badge.tsx';
import type { Tone } from '../../../../domain/tone.ts';
import type { LiveState } from '../../../../lib/live/live-socket.ts';
import { useLive } from '../../../../lib/live/use-live.ts';
import { useLiveTicket } from '../use-live-ticket.ts';
import styles from './gate-button.module.css';

/** What is known of the gate now: open or closed, or why it is unknown. */
export function GateStatus({ gate }: { gate: GateHost }) {
  const { connection, report, reconnect } = useGateLive(gate.host);
  if (connection === 'lost') {
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
  if (gate.health === 'degraded' && gate.reason)
    return (
      <span className={styles.line}>
        <StatusBadge {...now(connection, report)} />
        <StatusBadge tone="wait">{gate.reason}</StatusBadge>
      </span>
    );
  return <StatusBadge {...now(connection, report)} />;
}

function now(connection: LiveState, report: GateReport | null): { tone: Tone; children: string } {
  if (connection === 'connecting') return { tone: 'neutral', children: 'Connecting' };
  if (report?.gateOpen === false) return { tone: 'neutral', children: 'Closed' };
  if (report?.gateOpen) return { tone: 'go', children: 'Open' };
  // A gate without a position switch: its relay is all there is to tell.
  return report?.relay ? { tone: 'go', children: 'Opening' } : { tone: 'neutral', children: 'Live' };
}

type GateReport = LiveMessage & { type: 'gate' };

/** What the gate itself reports, over a live socket of its own. */
function useGateLive(host: string): { connection: LiveState; report: GateReport | null; reconnect: () => void } {
  const [report, setReport] = useState<GateReport | null>(null);
  const ticket = useLiveTicket();
  const { state, reconnect } = useLive({ topic: 'gate', host }, ticket, (message) => {
    if (message.type === 'gate' && message.host === host) setReport(message);
  });
  return { connection: state, report, reconnect };
}
