import type { ProbeLine } from '../../ports/device.ts';
import { connectionLine, inputLine, relayLine, timedPulseLine } from '../probe-lines.ts';
import { BoardError } from '../relay-board.ts';
import type { ModbusGateConfig } from './config.ts';
import { ModbusBoard, type BoardAddress } from './modbus-board.ts';

/** Boards of a site have at most 16 relays and 16 inputs. */
const most = 16;
/** The numbers that boards are delivered with, and those that a gateway has. */
const units = [1, 2, 3, 4, 5, 6, 7, 8, 0, 255];

type Wiring = Pick<ModbusGateConfig, 'coil' | 'inputs' | 'timedPulse'>;

/** Reads every relay and input that the board has, one small request at a time, so that an opening waits for one of them at most. */
export async function probeBoard(
  board: Pick<ModbusBoard, 'readCoil' | 'readInputs'>,
  { coil, inputs, timedPulse }: Wiring,
): Promise<ProbeLine[]> {
  const coils = await readAll((address) => board.readCoil(address));
  const values = await readAll(async (address) => (await board.readInputs(address, 1))[0] === true);
  const gate = { relay: coil, inputs };
  return [
    ...coils.map((on, address) => relayLine(address, on, gate)),
    ...values.map((on, address) => inputLine(address, on, gate)),
    timedPulseLine(timedPulse),
  ];
}

/** Looks for the unit that responds at this address, over connections of its own: the gate has none. */
export async function probeUnits({ host, port }: Omit<BoardAddress, 'unit'>): Promise<ProbeLine[]> {
  const lines: ProbeLine[] = [];
  for (const unit of units) {
    const line = await probeUnit({ host, port, unit });
    lines.push(line);
    // without a connection, no other unit is reachable either
    if (line.what !== unitName(unit)) break;
  }
  return lines;
}

async function probeUnit(address: BoardAddress): Promise<ProbeLine> {
  let board: ModbusBoard;
  try {
    board = await ModbusBoard.connect(address);
  } catch (error) {
    return connectionLine(error);
  }
  const what = unitName(address.unit);
  try {
    await board.readCoil(0);
    return { what, found: 'responds' };
  } catch (error) {
    const isThere = error instanceof BoardError && error.fault !== undefined;
    return { what, found: isThere ? 'responds' : 'no response' };
  } finally {
    board.close();
  }
}

/** Reads from address 0 until the board has no more. */
async function readAll(read: (address: number) => Promise<boolean>): Promise<boolean[]> {
  const values: boolean[] = [];
  try {
    while (values.length < most) values.push(await read(values.length));
  } catch (error) {
    if (!(error instanceof BoardError) || error.fault === undefined) throw error;
  }
  return values;
}

const unitName = (unit: number): string => `Unit ${unit}`;
