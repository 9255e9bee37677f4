import { z } from 'zod';
import { relayFields, serialPort } from '../device-fields.ts';

export const serialRelayGateFields = {
  /** Relays have no flow control. Gates on channels of one board name the same port. */
  serial: serialPort.omit({ flowControl: true }),
  /** `lcus`: LCUS-1 to LCUS-8. `hw-667`: times its pulse itself, always 1 s. `numato`: reports its relays. */
  dialect: z.enum(['lcus', 'hw-667', 'numato']),
  /** The relay's number on the board, from 1 on. */
  channel: z.int().min(1).max(8).default(1),
  /** Without an input, a request is always held for `maxHoldMs`. */
  mode: relayFields.mode,
  /** How long the relay is closed; not used with `hw-667`. */
  pulseMs: relayFields.pulseMs,
  maxHoldMs: relayFields.maxHoldMs,
};

export type SerialRelayGateConfig = z.output<z.ZodObject<typeof serialRelayGateFields>>;

export function channelProblem({ dialect, channel }: SerialRelayGateConfig): string | null {
  return dialect === 'hw-667' && channel !== 1 ? "a relay 'hw-667' has one channel" : null;
}
