import { z } from 'zod';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { GateDriver } from '../../../ports/gate-driver.ts';
import { gateCommands } from './gates.ts';

/** A gate of one lane, with the same limits for every driver. */
export const gateKind = defineDeviceKind<GateDriver>()({
  name: 'gate',
  fields: {
    /** The number painted on the ground. */
    lane: z.int().min(1).max(99),
    /** Wait between two pulses, so that a second press does not restart a moving gate. */
    cooldownMs: z.int().min(0).max(60_000).default(3_000),
    maxPerHour: z.int().min(1).max(10_000).default(240),
    /** Whether the gate opens while the journal's disk cannot be written. */
    opensWithoutJournal: z.boolean().default(true),
  },
  laneOf: ({ lane }) => lane,
  commands(devices, services) {
    const gates = devices.map(({ id, driver, config: { cooldownMs, maxPerHour, opensWithoutJournal } }) => {
      return { id, driver, cooldownMs, maxPerHour, opensWithoutJournal };
    });
    return gateCommands({ gates, ...services });
  },
});
