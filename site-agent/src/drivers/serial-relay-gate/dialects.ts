import type { SerialRelayGateConfig } from './config.ts';

export interface RelayDialect {
  on(channel: number): Buffer;
  off(channel: number): Buffer;
  /** Closes the relay for a time that the board ends itself. */
  pulse?: { bytes: Buffer; ms: number };
  /** For boards that respond to each command: the query for the relay's state. */
  query?(channel: number): Buffer;
}

/** `A0 <channel> <0|1> <sum>`; the board never responds. */
function lcusFrame(channel: number, on: boolean): Buffer {
  const bytes = [0xa0, channel, Number(on)];
  return Buffer.of(...bytes, bytes.reduce((sum, byte) => sum + byte, 0) & 0xff);
}

export const relayDialects: Record<SerialRelayGateConfig['dialect'], RelayDialect> = {
  lcus: { on: (channel) => lcusFrame(channel, true), off: (channel) => lcusFrame(channel, false) },
  'hw-667': { on: () => Buffer.of(0xaa), off: () => Buffer.of(0xbb), pulse: { bytes: Buffer.of(0xcc), ms: 1_000 } },
  // numbers its relays from 0
  numato: {
    on: (channel) => Buffer.from(`relay on ${channel - 1}\r`),
    off: (channel) => Buffer.from(`relay off ${channel - 1}\r`),
    query: (channel) => Buffer.from(`relay read ${channel - 1}\r`),
  },
};

/** The prompt that ends each response of a Numato board. */
export const prompt = '>';

/** Returns the state in the response to `relay read`, which begins with the command itself; null if there is none. */
export function readState(response: string): boolean | null {
  const states = response.split(/[\r\n>]+/).filter((line) => line === 'on' || line === 'off');
  return states.length === 1 ? states[0] === 'on' : null;
}
