import { Button } from 'antd';
import { useState } from 'react';
import { gateTopic } from '@washdesk/contracts/lane/gate';
import type { GateHost } from '@washdesk/contracts/lane/hosts';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { capitalized } from '@washdesk/rules/text/capitalized';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import { TraceLink } from '../../../../domain/traces/trace-link.tsx';
import type { LiveState } from '../../../../lib/live/live-socket.ts';
import { useLive } from '../../../../lib/live/use-live.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import type { GateState } from './gate-machine.ts';
import styles from './gate-button.module.css';

interface GateLineProps {
  gate: GateHost;
  state: GateState;
}

/** The one line of a gate: the outcome of the last press, otherwise the gate's current report. */
export function GateLine({ gate, state }: GateLineProps) {
  const { connection, report, reconnect } = useGateLive(gate.host);
  const site = useSession()?.site ?? undefined;
  const words = ofPress(gate, state) ?? ofGate(gate, connection, report);
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

interface Words {
  tone: Tone;
  text: string;
}

/** The cause, an address or an error code, is for IT and is in the devices' health. */
const silent = ({ name }: GateHost): string => `${/gate/i.test(name) ? name : `Gate ${name}`} isn’t responding`;

function ofPress(gate: GateHost, state: GateState): Words | null {
  switch (state.phase) {
    case 'opening':
      return state.isSlow ? { tone: 'stop', text: `${silent(gate)}. Check the lane` } : { tone: 'neutral', text: 'Opening' };
    case 'checking':
      return { tone: 'neutral', text: 'Checking' };
    case 'unknown':
      return { tone: 'wait', text: state.message };
    case 'ready':
      return state.outcome && { tone: state.outcome.tone, text: state.outcome.message };
  }
}

function ofGate(gate: GateHost, connection: LiveState, report: GateReport | null): Words {
  // Unknown: the site's agent is offline, so the last report is outdated.
  if (gate.health === 'offline' || gate.health === 'unknown') return { tone: 'stop', text: silent(gate) };
  const live = ofLive(connection, report);
  // The gate works, with a warning: its clock, or a relay that stays on.
  return gate.health === 'degraded' && gate.reason ? { tone: 'wait', text: `${live.text}. ${capitalized(gate.reason)}` } : live;
}

function ofLive(connection: LiveState, report: GateReport | null): Words {
  if (connection === 'lost') return { tone: 'wait', text: 'Live updates disconnected' };
  if (connection === 'connecting') return { tone: 'neutral', text: 'Connecting' };
  if (report?.gateOpen === false) return { tone: 'neutral', text: 'Closed' };
  if (report?.gateOpen) return { tone: 'go', text: 'Open' };
  // Without a position switch, the relay is the gate's only state.
  return report?.relay ? { tone: 'go', text: 'Opening' } : { tone: 'neutral', text: 'Ready' };
}

type GateReport = LiveMessageOf<typeof gateTopic>;

/** The gate's own reports, over its live socket. */
function useGateLive(host: string): { connection: LiveState; report: GateReport | null; reconnect: () => void } {
  const [report, setReport] = useState<GateReport | null>(null);
  const { state, reconnect } = useLive(gateTopic, (message) => message.host === host && setReport(message), { host });
  return { connection: state, report, reconnect };
}
