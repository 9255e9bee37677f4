import { wiring, type GateSimulator, type GateState } from '@washdesk/simulators/gate/gate-simulator';
import { count, noAnswer, type DeviceRow, type SiteDevice } from './site-device.ts';

/** The gates' ids at each site, in the order of the relays on the board. */
const gateIds = ['north', 'south'] as const;

export const gates: SiteDevice<ReturnType<GateSimulator['state']>> = {
  simulator: 'gate',
  flags: () => ({ gates: String(gateIds.length) }),
  agentDevices: (address, siteName) =>
    gateIds.map((id, index) => {
      const gate = { id, name: `${siteName} ${id}`, driver: 'modbus-gate', lane: index + 1, timedPulse: index === 0 } as const;
      return { ...gate, ...address, ...wiring(index) };
    }),
  rows: (board) => gateIds.map((id, index) => ({ label: `Gate ${id}`, ...gateRow(board?.gates[index]) })),
};

function gateRow(gate: GateState | undefined): Pick<DeviceRow, 'mark' | 'note'> {
  if (!gate) return { mark: noAnswer };
  const note = count(gate.pulses, 'pulse');
  if (gate.coil) return { mark: { tone: 'wait', text: 'relay closed' }, note };
  return { mark: gate.gateOpen ? { tone: 'go', text: 'gate open' } : { tone: 'calm', text: 'gate closed' }, note };
}
