import { channelProblem, serialRelayGateFields } from '@washdesk/site-protocol/site-configuration/devices/serial-relay-gate';
import { gateKind } from '../../features/lane/gates/gate-kind.ts';
import { defineDriver } from '../define-driver.ts';

/** A gate whose operator's input is wired to a relay at a serial port (docs/site-devices.md#serial-relays). */
export const serialRelayGate = defineDriver({
  kind: gateKind,
  name: 'serial-relay-gate',
  fields: serialRelayGateFields,
  problem: channelProblem,
  async create(config) {
    const parts = [import('../relay-gate.ts'), import('./dialects.ts'), import('./probe.ts'), import('./serial-relay-board.ts')] as const;
    const [{ RelayGate }, { relayDialects }, { probeRelay }, { SerialRelayBoard }] = await Promise.all(parts);
    const { pulse, query } = relayDialects[config.dialect];
    return new RelayGate({
      ...config,
      // the timer has a fixed time, so a request is switched on and off
      timedPulse: pulse !== undefined && config.mode === 'pulse',
      pulseMs: pulse?.ms ?? config.pulseMs,
      hasGateOpenInput: false,
      hasReadback: query !== undefined,
      confirmMs: config.pulseMs,
      watchMs: 250,
      confirmingMs: 50,
      connect: (signal) => SerialRelayBoard.connect(config, signal),
      probe: (board) => probeRelay(board, config),
    });
  },
});
