import { int16, parametersOf, tlv, u16, uint } from './parameters.ts';
import { find } from './reader-messages.ts';

/** LLRP's RFTransmitter: power and channels are rows of tables that the reader defines. */
export interface Transmitter {
  hopTable: number;
  channel: number;
  powerLevel: number;
}

/**
 * Returns the transmitter with the highest power of at most `dbm`, or with the lowest power above it.
 * @param capabilities regulatory capabilities; undefined is returned if they have no table of powers
 */
export function transmitterOf(capabilities: Buffer, dbm: number): Transmitter | undefined {
  const regulatory = find(capabilities, 143);
  const band = regulatory && find(regulatory.subarray(4), 144);
  if (!band) return undefined;
  const levels = Array.from(parametersOf(band))
    .filter(({ type }) => type === 145)
    .map(({ body }) => ({ level: uint(body, 0, 2), dbm: int16(body, 2) / 100 }))
    .toSorted((a, b) => a.dbm - b.dbm);
  const chosen = levels.findLast((level) => level.dbm <= dbm) ?? levels[0];
  return chosen && { ...channelOf(band), powerLevel: chosen.level };
}

/** Where the frequency hops, a hop table is named; otherwise the first of the fixed channels. */
function channelOf(band: Buffer): { hopTable: number; channel: number } {
  const frequencies = find(band, 146);
  const hopTable = frequencies && find(frequencies.subarray(1), 147);
  return hopTable ? { hopTable: uint(hopTable, 0, 1), channel: 0 } : { hopTable: 0, channel: 1 };
}

export function transmitterParameter({ hopTable, channel, powerLevel }: Transmitter): Buffer {
  return tlv(224, u16(hopTable), u16(channel), u16(powerLevel));
}
