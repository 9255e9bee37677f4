import { z } from 'zod';
import { gateResult, gateResults, laneOpening, localRoles, printState } from './commands.ts';
import { laneTrace } from './lane-trace.ts';
import { openEnum } from './open-enum.ts';
import { configurationResult } from './site-configuration/delivery.ts';
import { sitewatchSale, wallClock } from './sitewatch.ts';

export const updateOutcomes = ['downloaded', 'refused', 'installed', 'rolled-back'] as const;

/** Events that stay in the agent's journal until the cloud commits them (docs/decisions/0005-mqtt-and-signed-commands.md). */
export const durableEvents = {
  'gate-result': z.object({
    command: z.uuid(),
    gate: z.string(),
    result: gateResult,
    reason: z.string().nullable(),
    employee: z.int().nullable(),
    /** Only for an opening at the local page, which the cloud did not command: the PIN's role, and who opened and why as a sentence. */
    localPage: z.object({ role: openEnum(localRoles), reason: z.string().max(200).nullable() }).optional(),
    /** Only for an opening of a lane by itself, which the cloud did not command either. */
    byLane: laneOpening.optional(),
  }),
  /**
   * The journal had no more room, so its oldest events of this kind were dropped. Each leaves its number to such an event; the payload of all
   * but the first is null.
   */
  'events-dropped': z
    .object({ kind: z.string().max(40), count: z.int().positive(), since: z.iso.datetime(), until: z.iso.datetime() })
    .nullable(),
  /**
   * Events of the journal were damaged on the site's disk, so that their content is unknown. Each leaves its number to such an event; the
   * payload of all but the first of neighbors is null. `since` and `until` are the times of the events around them, null if there is none.
   */
  'events-damaged': z
    .object({ count: z.int().positive(), since: z.iso.datetime().nullable(), until: z.iso.datetime().nullable() })
    .nullable(),
  configuration: configurationResult,
  'print-result': z.object({ job: z.uuid(), printer: z.string(), state: printState, reason: z.string().nullable() }),
  /**
   * Sitewatch is an older copy: it lacks a write that it had confirmed. `until` is the time of its newest write of ours; null if it has
   * none.
   */
  'sitewatch-restored': z.object({ until: wallClock.nullable() }),
  trace: laneTrace,
  /**
   * A step of an update to `version`, with the reason if it was refused or failed.
   * - downloaded: verified and on the disk; the service host tries it next
   * - refused: not installed
   * - installed: it passed its trial
   * - rolled-back: it failed its trial, and the version before it runs again
   */
  update: z.object({
    version: z.string().max(40),
    outcome: openEnum(updateOutcomes),
    reason: z.string().max(300).nullable(),
  }),
  /** A wash that a lane admitted by its own roster, with the time of the decision. The site writes it to its Sitewatch itself. */
  usage: z.object({
    id: z.uuid(),
    lane: z.int().positive(),
    code: z.string().max(40),
    customer: z.string().max(60),
    planName: z.string().max(60).nullable(),
    productClass: z.string().max(40).nullable(),
    priceIncrease: z.boolean(),
    at: z.iso.datetime(),
    /** The opening with which it was stored; missing for a code that a person entered. */
    opening: z.object({ command: z.uuid(), gate: z.string() }).optional(),
  }),
  /** A sale that a register wrote, not a wash that Washdesk recorded. The same sale may come again, changed. */
  sale: sitewatchSale.extend({ customer: z.int32().nullable() }),
} as const;
export type DurableEventKind = keyof typeof durableEvents;
export type DurablePayload<K extends DurableEventKind> = z.input<(typeof durableEvents)[K]>;
export type ReceivedPayload<K extends DurableEventKind> = z.output<(typeof durableEvents)[K]>;

/** Events reported as they happen, and lost without a listener. */
export const liveEvents = {
  /** `tag` as displayed, 12345+123456, or the raw text if it is not the company's. */
  tag: z.object({ reader: z.string(), antenna: z.int(), lane: z.int().nullable(), tag: z.string().max(64), rssi: z.number().nullable() }),
  /** A car before a camera. `plate` as the company writes it, null if it is not legible; `car` names the car until another has its name. */
  plate: z.object({
    camera: z.string(),
    car: z.string().max(80),
    lane: z.int(),
    plate: z.string().max(20).nullable(),
    score: z.number(),
    /** The score is at least the camera's setting. */
    sure: z.boolean(),
  }),
  /**
   * What a lane decided about a car, by the site's roster. `command` is the opening that followed and `gate` its result; `unavailable`: the
   * gate did not respond. `usage` is the wash that was stored with it. Both times count from the read, in milliseconds.
   */
  decision: z.object({
    lane: z.int().positive(),
    code: z.string().max(64),
    customer: z.string().max(60).nullable(),
    admitted: z.boolean(),
    reason: openEnum(['admitted', 'payment-due', 'not-active', 'ended', 'not-found', 'already-redeemed', 'roster-too-old']),
    usage: z.uuid().nullable(),
    command: z.uuid().nullable(),
    gate: openEnum([...gateResults, 'unavailable']).nullable(),
    decidedMs: z.number(),
    answeredMs: z.number().nullable(),
  }),
  gate: z.object({
    gate: z.string(),
    relay: z.boolean(),
    gateOpen: z.boolean().nullable(),
    presence: z.boolean().nullable(),
    merge: z.boolean().nullable(),
  }),
  /** A barcode, as the scanner of a terminal read it, without its prefix and suffix. */
  scan: z.object({ scanner: z.string(), terminal: z.string().max(30), code: z.string().min(4).max(64) }),
} as const;
export type LiveEventKind = keyof typeof liveEvents;
export type LivePayload<K extends LiveEventKind> = z.input<(typeof liveEvents)[K]>;
