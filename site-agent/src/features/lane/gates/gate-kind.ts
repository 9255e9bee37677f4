import { z } from 'zod';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { GateDriver } from '../../../ports/gate-driver.ts';
import { gateCommands } from './gates.ts';

/** A gate of one lane. Its limits are the same for every driver. */
export const gateKind = defineDeviceKind<GateDriver>()({
  name: 'gate',
  fields: {
    /** The number painted on the ground. */
    lane: z.int().min(1).max(99),
    /** Wait between two pulses, so that pressing again does not restart a gate in motion. */
    cooldownMs: z.int().min(0).max(60_000).default(3_000),
    maxPerHour: z.int().min(1).max(10_000).default(240),
    /** Whether it opens while the disk of the journal takes nothing. */
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
