import { z } from 'zod';
import { serialPort } from '../device-fields.ts';
import { relayFields } from './gate.ts';

export const serialRelayGateFields = {
  serial: serialPort
    .omit({ flowControl: true })
    .meta({ title: 'Serial port', description: 'Gates on channels of one board name the same port' }),
  dialect: z.enum(['lcus', 'hw-667', 'numato']).meta({
    title: 'Dialect',
    description: 'lcus: LCUS-1 to LCUS-8. hw-667: times its pulse itself, always 1 s. numato: reports its relays',
  }),
  channel: z.int().min(1).max(8).default(1).meta({ title: 'Channel', description: 'The relay’s number on the board, from 1 on' }),
  // without an input, a request is always held for `maxHoldMs`
  mode: relayFields.mode,
  pulseMs: relayFields.pulseMs.meta({ title: 'Pulse (ms)', description: 'How long the relay is closed; not used with hw-667' }),
  maxHoldMs: relayFields.maxHoldMs,
};

export function channelProblem({ dialect, channel }: { dialect: string; channel: number }): string | null {
  return dialect === 'hw-667' && channel !== 1 ? "a relay 'hw-667' has one channel" : null;
}
