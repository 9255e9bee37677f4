import type { BehaviourChange, GateState } from '@washdesk/simulators/gate/gate-simulator';
import type { GateLogEntry } from '@washdesk/simulators/gate/simulated-gate';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';

/** The lanes of every site: the gates' ids in the order of the board's relays. */
export const gates = ['north', 'south'] as const;
export type Gate = (typeof gates)[number];

export async function gateStatesAt(workbench: Workbench, site: number): Promise<GateState[]> {
  const response = await fetch(`${workbench.control(`gate-${site}`)}/state`);
  return ((await response.json()) as { gates: GateState[] }).gates;
}

export async function setGateBehaviour(workbench: Workbench, site: number, change: BehaviourChange): Promise<void> {
  const response = await fetch(`${workbench.control(`gate-${site}`)}/behaviour`, { method: 'POST', body: JSON.stringify(change) });
  if (!response.ok) throw new Error(await response.text());
}

const isOn = ({ event }: GateLogEntry): boolean => event === 'write on' || event === 'write timed pulse';

/** Returns how many times ON was written to each coil of a site since its board was switched on; OFF is safe and not counted. */
export async function countOnWrites(workbench: Workbench, site: number): Promise<Record<Gate, number>> {
  const [north, south] = await gateStatesAt(workbench, site);
  const count = (gate: GateState | undefined): number => gate?.log.filter(isOn).length ?? 0;
  return { north: count(north), south: count(south) };
}

/** Resolves when every gate of these sites is closed and its coil OFF: only then is another opening visible. */
export async function waitForGatesAtRest(workbench: Workbench, sites: readonly number[]): Promise<void> {
  await until('all gates are at rest', async () => {
    const boards = await Promise.all(sites.map((site) => gateStatesAt(workbench, site)));
    return boards.flat().every(({ coil, gateOpen }) => !coil && !gateOpen) ? true : null;
  });
}
