import { afterEach, beforeEach, expect, it } from 'vitest';
import { startGateSimulator, type GateSimulator } from '@washdesk/simulators/gate/gate-simulator';
import { ModbusBoard } from './modbus-board.ts';
import { probeBoard, probeUnits } from './probe.ts';

let simulator: GateSimulator;

beforeEach(async () => {
  simulator = await startGateSimulator({ gates: 2, board: { unit: 3 } });
});
afterEach(() => simulator.stop());

const address = () => ({ host: '127.0.0.1', port: simulator.port });

it('lists the relays and inputs of a board, and names those of the gate', async () => {
  const board = await ModbusBoard.connect({ ...address(), unit: 3 }, AbortSignal.timeout(10_000));
  const lines = await probeBoard(board, { coil: 1, inputs: { gateOpen: 3 }, timedPulse: false });
  board.close();
  expect(lines.filter(({ what }) => what.startsWith('Relay'))).toEqual([
    { what: 'Relay 0', found: 'off' },
    { what: 'Relay 1, this gate', found: 'off' },
  ]);
  expect(lines).toContainEqual({ what: 'Input 3, gate open', found: 'off' });
  expect(simulator.state().gates.map(({ writes }) => writes)).toEqual([0, 0]);
});

it('finds the unit that responds', async () => {
  const lines = await probeUnits(address());
  expect(lines.filter(({ found }) => found === 'responds')).toEqual([{ what: 'Unit 3', found: 'responds' }]);
});

it('of an unreachable board names the reason once', async () => {
  await simulator.behave({ refuse: true });
  const lines = await probeUnits(address());
  expect(lines).toEqual([{ what: 'Connection', found: expect.stringContaining('127.0.0.1') }]);
});
