import type { GateHost } from '@washdesk/contracts/lane/hosts';
import { capitalized } from '@washdesk/rules/text/capitalized';
import type { Tone } from '../status/tone.ts';
import type { GateState } from './gate-machine.ts';

export interface GateWords {
  tone: Tone;
  text: string;
}

type Gate = Pick<GateHost, 'name' | 'health' | 'reason'>;

/** The cause, an address or an error code, is for IT and is in the devices' health. */
const silent = ({ name }: Gate): string => `${/gate/i.test(name) ? name : `Gate ${name}`} isn’t responding`;

/** Returns the outcome of the last press; null if there is none to show. */
export function wordsOfPress(gate: Gate, state: GateState): GateWords | null {
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

/** Returns what a gate reports, with its warning. @param live its movements, as the screen receives them */
export function wordsOfGate(gate: Gate, live: GateWords): GateWords {
  // Unknown: the site's agent is offline, so the last report is outdated.
  if (gate.health === 'offline' || gate.health === 'unknown') return { tone: 'stop', text: silent(gate) };
  // The gate works, with a warning: its clock, or a relay that stays on.
  return gate.health === 'degraded' && gate.reason ? { tone: 'wait', text: `${live.text}. ${capitalized(gate.reason)}` } : live;
}

/** Returns a gate's own report in a word. Without a position switch, the relay is the gate's only state. */
export function wordsOfReport(report: { relay: boolean | null; gateOpen: boolean | null } | null): GateWords {
  if (report?.gateOpen === false) return { tone: 'neutral', text: 'Closed' };
  if (report?.gateOpen) return { tone: 'go', text: 'Open' };
  return report?.relay ? { tone: 'go', text: 'Opening' } : { tone: 'neutral', text: 'Ready' };
}
