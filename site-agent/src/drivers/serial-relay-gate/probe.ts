import type { ProbeLine } from '../../ports/device.ts';
import { connectionLine, relayLine, timedPulseLine } from '../probe-lines.ts';
import type { SerialRelayGateConfig } from './config.ts';
import { relayDialects } from './dialects.ts';
import { SerialRelayBoard } from './serial-relay-board.ts';

/** Opens the port if the gate has no connection, and asks a board that can be asked. Switches nothing. */
export async function probeRelay(board: SerialRelayBoard | undefined, config: SerialRelayGateConfig): Promise<ProbeLine[]> {
  if (board) return linesOf(board, config);
  let opened: SerialRelayBoard;
  try {
    opened = await SerialRelayBoard.connect(config);
  } catch (error) {
    return [connectionLine(error)];
  }
  try {
    return await linesOf(opened, config);
  } finally {
    await opened.close();
  }
}

async function linesOf(board: SerialRelayBoard, { serial, dialect, channel }: SerialRelayGateConfig): Promise<ProbeLine[]> {
  const { pulse, query } = relayDialects[dialect];
  const relay = query ? await askedLine(board, channel) : { what: `Relay ${channel}, this gate`, found: unaskable };
  return [{ what: `Port ${serial.path}`, found: 'open' }, relay, timedPulseLine(pulse !== undefined)];
}

const unaskable = 'can’t be asked: this board sends nothing back';

async function askedLine(board: SerialRelayBoard, channel: number): Promise<ProbeLine> {
  try {
    return relayLine(channel, (await board.read()).relay, { relay: channel, inputs: {} });
  } catch (error) {
    return connectionLine(error);
  }
}
