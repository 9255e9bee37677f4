import { laneReasonWords } from '@washdesk/rules/lane/lane-reasons';
import type { TraceOutcome } from '@washdesk/rules/lane/traces';
import type { CommandResult } from '@washdesk/site-protocol/commands';
import type { LivePayload } from '@washdesk/site-protocol/events';
import type { CommandOutcome } from '../../../actions/command-dispatcher.ts';
import type { HeldEnd, HeldEndReason } from '../../../ports/gate-driver.ts';
import type { IgnoredTag } from '../../../ports/tag-reader.ts';

export interface TraceEnd {
  outcome: TraceOutcome;
  /** Null if the gate opened. */
  reason: string | null;
}

export const heard = ({ antenna, rssi }: { antenna: number; rssi: number | null }): string =>
  `Antenna ${antenna} read the tag${rssi === null ? '' : ` at ${rssi} dBm`}`;

export function ignoredBecause({ reads, strong, rssi, tiedLanes }: IgnoredTag): string {
  if (tiedLanes.length > 0) return `Read equally well in ${tiedLanes.map(placeOf).join(' and ')}: the lane is ambiguous`;
  if (strong === 0) return `Read ${times(reads)}, at most at ${rssi} dBm: too weak for this reader`;
  if (strong === 1) return 'Read once with enough strength: too few reads';
  return `Read ${times(strong)} with enough strength, but too far apart`;
}

const placeOf = (lane: number | null): string => (lane === null ? 'a place without a lane' : `lane ${lane}`);
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export const lookedUp = ({ customer }: LivePayload<'decision'>): string =>
  customer === null ? 'The site’s roster doesn’t have this code' : 'The site’s roster has this code';

export const decided = ({ reason }: LivePayload<'decision'>): string => laneReasonWords[reason];

const heldUntil: Record<HeldEndReason, string> = {
  'wash-free': 'the wash was free',
  'merge-occupied': 'a vehicle was on the loop behind the gate',
  'longest-time': 'its longest time had passed',
  'connection-was-lost': 'the connection to the board, which had been lost, was back',
  stopped: 'the agent or its driver was stopped',
};

/** Returns how a held request ended. */
export function endOfHeld({ reason, heldMs, gateOpened }: HeldEnd): TraceEnd & { relay: string; readback: string | null } {
  const relay = `The request was held for ${(heldMs / 1_000).toFixed(1)} s, until ${heldUntil[reason]}`;
  if (gateOpened === null) return { relay, readback: null, outcome: 'unconfirmed', reason: relay };
  const readback = `The gate was ${gateOpened ? '' : 'not '}seen open meanwhile`;
  return {
    relay,
    readback,
    ...(gateOpened ? { outcome: 'opened', reason: null } : { outcome: 'unconfirmed', reason: `${relay}. ${readback}` }),
  };
}

/** Returns how an opening ended; null for a repetition, which only asks. */
export function openingEnd(outcome: CommandOutcome): TraceEnd | null {
  if (!outcome.ok) return { outcome: outcome.code === 'timeout' ? 'unconfirmed' : 'not-opened', reason: outcome.message };
  const { result, reason, repeated, noReadback } = outcome.result as CommandResult<'gate.open'>;
  if (repeated || result === 'duplicate') return null;
  if (result === 'opened') return { outcome: 'opened', reason: null };
  if (result === 'unconfirmed') return { outcome: 'unconfirmed', reason: noReadback ? 'The relay has no readback' : reason };
  return { outcome: 'not-opened', reason };
}
