import { z } from 'zod';
import { openEnum } from './open-enum.ts';
import { runningConfiguration } from './site-configuration/delivery.ts';

/** Largest payload on any topic, in bytes. */
export const maxPayloadBytes = 128 * 1024;

/**
 * The content of a signed command. `exp` is the sender's clock in epoch milliseconds and only a second check, because the clocks of two
 * machines differ. Any command that must not be late also has a lease.
 */
export const commandBody = z.object({
  v: z.literal(1),
  id: z.uuid(),
  site: z.int().positive(),
  device: z.string().max(40),
  verb: z.string().max(60),
  replyTo: z.string().max(200),
  exp: z.int().positive(),
  lease: z.string().max(64).optional(),
  /** The run of the agent that must execute it; other agents of the same site ignore it. */
  boot: z.uuid().optional(),
  /** The agent's journal to which this id was sent before; null for a first sending. */
  sentBefore: z.object({ journal: z.uuid().nullable() }).nullable(),
  /** The request that caused it, for the log. Missing from an earlier cloud; one of another form is left out, the command is not. */
  requestId: z
    .string()
    .regex(/^[\w:.-]{1,80}$/)
    .optional()
    .catch(undefined),
  payload: z.unknown(),
});
export type SentBefore = NonNullable<CommandBody['sentBefore']>;
export type CommandBody = z.infer<typeof commandBody>;

/** `body` is the exact JSON string that was signed: parsing and serializing it again would change it. */
export const signedCommand = z.object({ kid: z.string().max(64), sig: z.string().max(128), body: z.string().max(maxPayloadBytes) });
export type SignedCommand = z.infer<typeof signedCommand>;

export const replyErrorCodes = [
  'bad_payload',
  'unknown_verb',
  'unknown_device',
  'expired',
  'rejected',
  'unavailable',
  'timeout',
  'failed',
] as const;
export type ReplyErrorCode = (typeof replyErrorCodes)[number];

/** Sent exactly once per command with a valid signature: a result, or a sentence saying why there is none. */
export const commandReply = z.discriminatedUnion('ok', [
  z.object({ v: z.literal(1), id: z.uuid(), ok: z.literal(true), result: z.unknown() }),
  z.object({ v: z.literal(1), id: z.uuid(), ok: z.literal(false), code: openEnum(replyErrorCodes), message: z.string() }),
]);
export type CommandReply = z.input<typeof commandReply>;
export type ReceivedReply = z.output<typeof commandReply>;

/**
 * A durable event. Within one `journal` (the id of the agent's file, new when a broken file is replaced) `seq` counts 1, 2, 3 … without
 * gaps. The cloud therefore detects a lost message and acknowledges only complete sequences. The event stays in the journal until it is
 * acknowledged.
 */
export const durableEvent = z.object({
  v: z.literal(1),
  site: z.int().positive(),
  journal: z.uuid(),
  seq: z.int().positive(),
  /** The lowest number in the journal at sending: everything below it was acknowledged. */
  first: z.int().positive(),
  kind: z.string().max(40),
  source: z.string().max(40),
  at: z.iso.datetime(),
  payload: z.unknown(),
});
export type DurableEvent = z.infer<typeof durableEvent>;

/** A live event: QoS 0, never stored. */
export const liveEvent = durableEvent.omit({ journal: true, seq: true, first: true });
export type LiveEvent = z.infer<typeof liveEvent>;

/** Everything in this journal up to and including `upTo` is committed in the cloud. */
export const acknowledgement = z.object({ v: z.literal(1), journal: z.uuid(), upTo: z.int().nonnegative() });
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** How a site is right now, for the fleet dashboard. */
export const siteVitals = z.object({
  /** From the previous lease to the cloud's response; null before the first one. */
  roundTripMs: z.int().nonnegative().nullable(),
  /** Events that the cloud has not acknowledged, and how full the journal is with them. */
  waiting: z.object({ events: z.int().nonnegative(), oldest: z.iso.datetime().nullable(), percent: z.int().min(0).max(100) }),
  /** When the cloud last confirmed that the roster was complete; null if it never did. */
  rosterConfirmed: z.iso.datetime().nullable(),
});
export type SiteVitals = z.output<typeof siteVitals>;

export const leaseMessage = z.object({
  v: z.literal(1),
  lease: z.string().min(16).max(64),
  /** The id of the journal that stores a command with this lease. */
  journal: z.uuid(),
  /** The agent run that issued it, and its computer: of two agents of one site the cloud accepts only one's leases. */
  agent: z.object({ boot: z.uuid(), host: z.string().max(80) }),
  /** Missing from earlier agents. */
  vitals: siteVitals.optional(),
});
export type LeaseMessage = z.output<typeof leaseMessage>;
export const rosterNotice = z.object({ v: z.literal(1), seq: z.int().nonnegative() });

export const deviceKinds = ['gate', 'reader', 'printer', 'sitewatch', 'tablet', 'camera', 'scanner'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

const deviceKind = openEnum(deviceKinds);

export const deviceHealths = ['online', 'offline', 'degraded'] as const;
export type DeviceHealth = (typeof deviceHealths)[number];

/** Retained on `state/dev/{id}`. `reason` is a sentence for IT: "printer out of paper", not "error". */
export const deviceState = z.object({
  v: z.literal(1),
  id: z.string().max(40),
  kind: deviceKind,
  name: z.string().max(80),
  lane: z.int().positive().nullable(),
  health: openEnum(deviceHealths),
  reason: z.string().max(300).nullable(),
  since: z.iso.datetime(),
  /**
   * What is wrong with the device itself, without the problems of the site that `reason` also names; null if nothing is. Missing until the
   * agent knows, and from earlier agents.
   */
  fault: z.string().max(300).nullable().optional(),
  /** For a printer: the Sitewatch terminals whose receipts it prints. */
  terminals: z.array(z.string().max(30)).optional(),
});
/** A state as an agent sends it; `Received…` is how the cloud reads it. */
export type DeviceState = z.input<typeof deviceState>;
export type ReceivedDeviceState = z.output<typeof deviceState>;

/** Retained on `state/agent`. The last will is the same with `online: false`. */
export const agentState = z.object({
  v: z.literal(1),
  online: z.boolean(),
  /** New at each start of the agent, so that a restart is visible even if the will was never published. */
  boot: z.uuid(),
  version: z.string().max(40),
  devices: z.array(z.object({ id: z.string().max(40), kind: deviceKind, name: z.string().max(80), lane: z.int().positive().nullable() })),
  roster: z.int().nonnegative(),
  /** When the cloud last confirmed that the roster was complete; null if it never did. */
  rosterConfirmed: z.iso.datetime().nullable().optional(),
  /** Problems at the site besides its devices, each as a sentence for IT. */
  problems: z.array(z.object({ code: z.string().max(40), sentence: z.string().max(300) })),
  /** The last time that this run of the agent was without the broker, and why. */
  outage: z.object({ since: z.iso.datetime(), until: z.iso.datetime(), reason: z.string().max(300) }).optional(),
  /** Missing from agents that cannot be configured by the cloud. */
  configuration: runningConfiguration.optional(),
});
export type AgentState = z.input<typeof agentState>;
export type ReceivedAgentState = z.output<typeof agentState>;
