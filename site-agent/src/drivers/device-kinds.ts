import { z } from 'zod';
import type { GateDriver } from '../ports/gate-driver.ts';
import type { ReceiptPrinter } from '../ports/receipt-printer.ts';
import type { TagReader } from '../ports/tag-reader.ts';
import type { Tablet } from '../ports/tablet.ts';

/** The port that the drivers of each kind of device implement. */
export interface DriverPorts {
  gate: GateDriver;
  reader: TagReader;
  printer: ReceiptPrinter;
  tablet: Tablet;
}

export type DriverKind = keyof DriverPorts;

/** A lane is known by its number, as painted on the ground. */
const laneNumber = z.int().min(1).max(99);

/** What a device has in the configuration by its kind, whatever its driver. Features read it, drivers do not. */
export const kindFields = {
  gate: {
    lane: laneNumber,
    /** Wait between two pulses, so that pressing again does not restart a gate in motion. */
    cooldownMs: z.int().min(0).max(60_000).default(3_000),
    maxPerHour: z.int().min(1).max(10_000).default(240),
    /** Whether it opens while the disk of the journal takes nothing. */
    opensWithoutJournal: z.boolean().default(true),
  },
  reader: {
    /** The lane of each antenna, by the reader's number for it. Reads of other antennas belong to no lane. */
    antennas: z.record(z.string().regex(/^\d{1,2}$/, 'use the number of an antenna'), laneNumber),
    /** Reads weaker than this, in dBm, are ignored. */
    rssiFloor: z.number().min(-120).max(0).default(-60),
  },
  printer: {},
  tablet: {},
};

/** The one lane that a device serves; null where it serves none or several. */
export const laneOf: { [K in DriverKind]: (config: z.output<z.ZodObject<(typeof kindFields)[K]>>) => number | null } = {
  gate: ({ lane }) => lane,
  reader({ antennas }) {
    const [lane, ...others] = new Set(Object.values(antennas));
    return lane !== undefined && others.length === 0 ? lane : null;
  },
  printer: () => null,
  tablet: () => null,
};
