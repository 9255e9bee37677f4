import { z } from 'zod';
import { laneNumber } from '../device-fields.ts';

/** A gate of one lane, with the same limits for every driver. */
export const gateFields = {
  lane: laneNumber,
  cooldownMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(3_000)
    .meta({ title: 'Cooldown (ms)', description: 'Wait between two pulses, so that a second press does not restart a moving gate' }),
  maxPerHour: z.int().min(1).max(10_000).default(240).meta({ title: 'Openings per hour', description: 'At most this many' }),
  opensWithoutJournal: z
    .boolean()
    .default(true)
    .meta({ title: 'Opens without journal', description: 'Whether the gate opens while the disk of the computer can’t be written' }),
};

/** The relay of a gate, on any board. */
export const relayFields = {
  mode: z
    .enum(['pulse', 'hold'])
    .default('pulse')
    .meta({ title: 'Mode', description: 'pulse: closed for a fixed time. hold: a request, closed until the wash is no longer in use' }),
  pulseMs: z
    .int()
    .min(100)
    .max(5_000)
    .default(500)
    .meta({ title: 'Pulse (ms)', description: 'How long the relay is closed; boards with a timed pulse count in tenths of a second' }),
  maxHoldMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(30_000)
    .meta({ title: 'Longest hold (ms)', description: 'How long a request is held at most' }),
  // bounded, because the agent must respond within 3 s
  confirmMs: z
    .int()
    .min(100)
    .max(1_500)
    .default(1_500)
    .meta({ title: 'Confirmation (ms)', description: 'Maximum wait for the gate-open input' }),
};

/**
 * The wired inputs of a gate.
 * @param input an input's address or number on the board
 */
export const gateInputs = (input: z.ZodInt) =>
  z
    .strictObject({
      gateOpen: input.optional().meta({ title: 'Gate open', description: 'On while the gate is open' }),
      presence: input.optional().meta({ title: 'Presence loop', description: 'On while a car is at the gate' }),
      merge: input.optional().meta({ title: 'Merge loop', description: 'On while a car merges; the gate then stays closed' }),
      washInUse: input.optional().meta({ title: 'Wash in use', description: 'Ends a request; for the mode hold' }),
    })
    .default({})
    .meta({ title: 'Inputs', description: 'The wired inputs of the board' });

/** Returns what is wrong with the fields of a gate with inputs; null if nothing is. */
export function gateProblem({ mode, inputs }: { mode: 'pulse' | 'hold'; inputs: { washInUse?: number | undefined } }): string | null {
  return mode === 'pulse' && inputs.washInUse !== undefined ? "'washInUse' is for the mode 'hold'" : null;
}
