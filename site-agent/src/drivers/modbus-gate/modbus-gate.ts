import type { ProbeLine } from '../../ports/device.ts';
import type { GateState } from '../../ports/gate-driver.ts';
import type { WriteDeadline } from '../../ports/write-deadline.ts';
import type { RelayBoard } from '../relay-board.ts';
import { RelayGate } from '../relay-gate.ts';
import type { ModbusGateConfig } from './config.ts';
import { ModbusBoard } from './modbus-board.ts';
import { probeBoard, probeUnits } from './probe.ts';

/** Returns a gate on a relay of a Modbus TCP board (docs/site-devices.md#gates). */
export function createModbusGate(config: ModbusGateConfig): RelayGate<ModbusRelay> {
  return new RelayGate({
    ...config,
    hasGateOpenInput: config.inputs.gateOpen !== undefined,
    watchMs: 250,
    confirmingMs: 50,
    connect: async (signal) => new ModbusRelay(await ModbusBoard.connect(config, signal), config),
    probe: (board) => (board ? board.probe() : probeUnits(config)),
  });
}

/** A gate's coil and wired inputs. */
class ModbusRelay implements RelayBoard {
  readonly #board: ModbusBoard;
  readonly #wiring: Pick<ModbusGateConfig, 'coil' | 'inputs' | 'timedPulse'>;

  constructor(board: ModbusBoard, wiring: Pick<ModbusGateConfig, 'coil' | 'inputs' | 'timedPulse'>) {
    this.#board = board;
    this.#wiring = wiring;
  }

  get ended(): AbortSignal {
    return this.#board.ended;
  }

  /** Sends one request for the coil, unless it is known, and one for all inputs. */
  async read(relay?: boolean): Promise<GateState> {
    const { coil, inputs } = this.#wiring;
    const wired = Object.values(inputs).filter((address) => address !== undefined);
    const isKnown = relay !== undefined && wired.length > 0;
    const state: GateState = { relay: isKnown ? relay : await this.#board.readCoil(coil) };
    if (wired.length === 0) return state;

    const first = Math.min(...wired);
    const values = await this.#board.readInputs(first, Math.max(...wired) - first + 1);
    const at = (address: number | undefined) => (address === undefined ? undefined : values[address - first] === true);
    const { gateOpen, presence, merge, washInUse } = inputs;
    return { ...state, gateOpen: at(gateOpen), presence: at(presence), merge: at(merge), washInUse: at(washInUse) };
  }

  switchOn(deadline: WriteDeadline): Promise<void> {
    return this.#board.switchOn(this.#wiring.coil, deadline);
  }

  switchOff(): Promise<void> {
    return this.#board.switchOff(this.#wiring.coil);
  }

  pulse(pulseMs: number, deadline: WriteDeadline): Promise<void> {
    return this.#board.pulseCoil(this.#wiring.coil, pulseMs, deadline);
  }

  probe(): Promise<ProbeLine[]> {
    return probeBoard(this.#board, this.#wiring);
  }

  close(): void {
    this.#board.close();
  }
}
