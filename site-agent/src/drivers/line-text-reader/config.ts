import { z } from 'zod';
import { deviceFields, laneNumber, networkFields } from '../device-fields.ts';

/** A tag reader that writes lines of text to a TCP connection (docs/site-devices.md#tag-readers). */
export const lineTextReaderConfig = z.strictObject({
  ...deviceFields,
  ...networkFields,
  driver: z.literal('line-text'),
  /** `encompass`: `#<tag>` lines of TransCore's readers. `alien`: notify blocks of Alien's. */
  format: z.enum(['encompass', 'alien']),
  /** The lane of each antenna, by the reader's number for it. Reads of other antennas belong to no lane. */
  antennas: z.record(z.string().regex(/^\d{1,2}$/, 'use the number of an antenna'), laneNumber),
  /** Reads weaker than this, in dBm, are ignored. */
  rssiFloor: z.number().min(-120).max(0).default(-60),
});

export type LineTextReaderConfig = z.infer<typeof lineTextReaderConfig>;
