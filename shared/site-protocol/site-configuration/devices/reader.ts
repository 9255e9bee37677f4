import { z } from 'zod';
import { laneNumber } from '../device-fields.ts';

/** A tag reader of one or several lanes, with the same filters for every driver. */
export const readerFields = {
  antennas: z.record(z.string().regex(/^\d{1,2}$/, 'use the number of an antenna'), laneNumber).meta({
    title: 'Antennas',
    description: 'The lane of each antenna, by the reader’s antenna number; reads of other antennas belong to no lane',
  }),
  rssiFloor: z.number().min(-120).max(0).default(-60).meta({ title: 'Weakest signal (dBm)', description: 'Weaker reads are ignored' }),
  reads: z
    .int()
    .min(1)
    .max(20)
    .default(2)
    .meta({ title: 'Reads', description: 'This many within 500 ms make a tag real; 1 for a reader that sends a tag once only' }),
  silentAfterCars: z.int().min(0).max(10_000).default(40).meta({
    title: 'Silent after cars',
    description: 'An antenna is reported if it reads nothing during so many cars at the other antennas; 0 for never',
  }),
  silentAfterHours: z.number().min(0).max(720).default(4).meta({
    title: 'Silent after hours',
    description: 'The reader is reported if it reads nothing for so long while its lane’s gate opens as often',
  }),
};
