import { Button } from 'antd';
import { useState } from 'react';
import { gateTopic } from '@washdesk/contracts/lane/gate';
import type { GateHost } from '@washdesk/contracts/lane/hosts';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import type { GateState } from '../../../../domain/gates/gate-machine.ts';
import { wordsOfGate, wordsOfPress, wordsOfReport, type GateWords } from '../../../../domain/gates/gate-words.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { TraceLink } from '../../../../domain/traces/trace-link.tsx';
import type { LiveState } from '../../../../lib/live/live-socket.ts';
import { useLive } from '../../../../lib/live/use-live.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import styles from './gate-button.module.css';

interface GateLineProps {
  gate: GateHost;
  state: GateState;
}

/** The one line of a gate: the outcome of the last press, otherwise the gate's current report. */
export function GateLine({ gate, state }: GateLineProps) {
  const { connection, report, reconnect } = useGateLive(gate.host);
  const site = useSession()?.site ?? undefined;
  const words = wordsOfPress(gate, state) ?? wordsOfGate(gate, ofLive(connection, report));
  return (
    <div role="status" className={styles.line}>
      <StatusBadge tone={words.tone}>{words.text}</StatusBadge>
      {connection === 'lost' && (
        <Button onClick={reconnect} aria-label={`Reconnect ${gate.name}`}>
          Reconnect
        </Button>
      )}
      <TraceLink of={{ site, gate: gate.host }} className={styles.why} label={`Why? Openings of ${gate.name}`} />
    </div>
  );
}

function ofLive(connection: LiveState, report: GateReport | null): GateWords {
  if (connection === 'lost') return { tone: 'wait', text: 'Live updates disconnected' };
  if (connection === 'connecting') return { tone: 'neutral', text: 'Connecting' };
  return wordsOfReport(report);
}

type GateReport = LiveMessageOf<typeof gateTopic>;

/** The gate's own reports, over its live socket. */
function useGateLive(host: string): { connection: LiveState; report: GateReport | null; reconnect: () => void } {
  const [report, setReport] = useState<GateReport | null>(null);
  const { state, reconnect } = useLive(gateTopic, (message) => message.host === host && setReport(message), { host });
  return { connection: state, report, reconnect };
}
