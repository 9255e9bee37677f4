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
  faults: [
    {
      name: 'board-silent',
      label: 'Relay board doesn’t respond',
      on: { mute: true },
      off: { mute: false },
      isOn: ({ board }) => board.mute,
    },
    {
      name: 'board-off',
      label: 'Relay board switched off',
      on: { refuse: true },
      off: { refuse: false },
      isOn: ({ board }) => board.refuse,
    },
    {
      name: 'north-occupied',
      label: 'A car on the loop behind the north gate',
      on: { gate: 0, mergeActive: true },
      off: { gate: 0, mergeActive: false },
      isOn: ({ gates: [north] }) => north?.merge === true,
    },
  ],
  rows: (board) => gateIds.map((id, index) => ({ label: `Gate ${id}`, ...gateRow(board?.gates[index]) })),
};

function gateRow(gate: GateState | undefined): Pick<DeviceRow, 'mark' | 'note'> {
  if (!gate) return { mark: noAnswer };
  const note = count(gate.pulses, 'pulse');
  if (gate.coil) return { mark: { tone: 'wait', text: 'relay closed' }, note };
  return { mark: gate.gateOpen ? { tone: 'go', text: 'gate open' } : { tone: 'calm', text: 'gate closed' }, note };
}
