import { z } from 'zod';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { TagReader } from '../../../ports/tag-reader.ts';
import { readerCommands } from './reader-commands.ts';

export const readerKind = defineDeviceKind<TagReader>()({
  name: 'reader',
  fields: {
    /** The lane of each antenna, by the reader's antenna number. Reads of other antennas belong to no lane. */
    antennas: z.record(z.string().regex(/^\d{1,2}$/, 'use the number of an antenna'), z.int().min(1).max(99)),
    /** Reads weaker than this, in dBm, are ignored. */
    rssiFloor: z.number().min(-120).max(0).default(-60),
    /** This many reads within 500 ms make a tag real; 1 for a reader that sends a tag once only. */
    reads: z.int().min(1).max(20).default(2),
    /** An antenna is reported if it reads nothing during so many cars at the other antennas; 0 for never. */
    silentAfterCars: z.int().min(0).max(10_000).default(40),
    /** The reader is reported if it reads nothing for so long while its lane's gate opens as often. */
    silentAfterHours: z.number().min(0).max(720).default(4),
  },
  laneOf({ antennas }) {
    const [lane, ...others] = new Set(Object.values(antennas));
    return lane !== undefined && others.length === 0 ? lane : null;
  },
  commands: (readers, services) =>
    readerCommands(
      readers.map(({ id, driver, config: { antennas } }) => ({ id, driver, antennas })),
      services,
    ),
});
