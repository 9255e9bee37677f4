import type { GateState } from '../../ports/gate-driver.ts';
import type { ModbusGateConfig } from './config.ts';
import type { ModbusBoard } from './modbus-board.ts';

/** Reads a gate's output and its wired inputs: one request for the coil, one that spans all inputs. */
export async function readGate(board: ModbusBoard, { coil, inputs }: Pick<ModbusGateConfig, 'coil' | 'inputs'>): Promise<GateState> {
  const state: GateState = { relay: await board.readCoil(coil) };
  const wired = Object.values(inputs).filter((address) => address !== undefined);
  if (wired.length === 0) return state;

  const first = Math.min(...wired);
  const values = await board.readInputs(first, Math.max(...wired) - first + 1);
  const at = (address: number | undefined) => (address === undefined ? undefined : values[address - first] === true);
  return { ...state, gateOpen: at(inputs.gateOpen), presence: at(inputs.presence), merge: at(inputs.merge) };
}

export function sameState(a: GateState | undefined, b: GateState): boolean {
  return a?.relay === b.relay && a.gateOpen === b.gateOpen && a.presence === b.presence && a.merge === b.merge;
}
