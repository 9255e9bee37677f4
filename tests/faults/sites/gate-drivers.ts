import { startControlByWebSimulator, webWiring } from '@washdesk/simulators/controlbyweb/controlbyweb-simulator';
import { startGateSimulator, wiring, type GateState } from '@washdesk/simulators/gate/gate-simulator';
import { relayDialects, startSerialRelaySimulator, type RelayDialectName } from '@washdesk/simulators/serial-relay/serial-relay-simulator';
import type { AgentConfigInput } from '@washdesk/site-agent/config';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';

/** A gate on a simulated relay board. */
export interface DrivenGate {
  id: string;
  config: NonNullable<AgentConfigInput['devices']>[number];
  /** Whether the board ends a pulse itself. */
  endsItself: boolean;
  state(): GateState;
  stop(): Promise<unknown>;
}

const gate = { opensAfterMs: 20, closesAfterMs: 300 };
const common = { lane: 1, cooldownMs: 0, maxPerHour: 10_000 } as const;
const host = '127.0.0.1';

async function modbusGate(pulseMs: number, timedPulse: boolean): Promise<DrivenGate> {
  const board = await startGateSimulator({ gate });
  const id = timedPulse ? 'modbus-timed' : 'modbus';
  const config = { id, name: id, driver: 'modbus-gate', host, port: board.port, timedPulse, pulseMs, ...wiring(0), ...common } as const;
  return { id, config, endsItself: timedPulse, state: () => board.state().gates[0]!, stop: board.stop };
}

async function webGate(pulseMs: number): Promise<DrivenGate> {
  const board = await startControlByWebSimulator({ gate });
  const id = 'controlbyweb';
  const config = { id, name: id, driver: 'controlbyweb-gate', host, port: board.port, pulseMs, ...webWiring(0), ...common } as const;
  return { id, config, endsItself: true, state: () => board.state().gates[0]!, stop: board.stop };
}

async function serialGate(pulseMs: number, dialect: RelayDialectName): Promise<DrivenGate> {
  const board = await startSerialRelaySimulator({ dialect, gate });
  const pty = startSerialPty(board.port);
  await pty.present();
  const serial = { path: pty.path };
  return {
    id: dialect,
    config: { id: dialect, name: dialect, driver: 'serial-relay-gate', dialect, serial, pulseMs, ...common },
    endsItself: dialect === 'hw-667',
    state: () => board.state().gates[0]!,
    stop: async () => {
      await pty.stop();
      await board.stop();
    },
  };
}

/** Starts a board for every gate driver, and for each way in which it ends a pulse. */
export function startGateDrivers(pulseMs = 1_000): Promise<DrivenGate[]> {
  const serial = hasSerialPty ? relayDialects : [];
  return Promise.all([
    modbusGate(pulseMs, true),
    modbusGate(pulseMs, false),
    webGate(pulseMs),
    ...serial.map((dialect) => serialGate(pulseMs, dialect)),
  ]);
}

/** How often the board was told to switch the relay of the gate on. */
export const onWrites = ({ state }: DrivenGate): number => state().log.filter(({ event }) => /^write (on|timed pulse)$/.test(event)).length;
