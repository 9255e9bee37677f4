import { z } from 'zod';
import type { DeviceKind } from './envelope.ts';
import { openEnum } from './open-enum.ts';
import { runningConfiguration } from './site-configuration/delivery.ts';
import {
  clubPlan,
  deductionResult,
  giftCard,
  sitewatchCode,
  sitewatchCustomer,
  sitewatchCustomerRecord,
  sitewatchDiscount,
  sitewatchEmployee,
  sitewatchMember,
  sitewatchPlan,
  sitewatchSale,
  sitewatchSaleDetail,
  sitewatchSite,
  sitewatchTerminal,
  sitewatchCustomerRef,
  usageRecord,
  vehicleModel,
  vehicleName,
  wallClock,
} from './sitewatch.ts';

/** The fixed names that address the agent itself and the Sitewatch database. */
export const agentDevice = 'agent';
export const sitewatchDevice = 'sitewatch';

interface CommandType<P extends z.ZodType, R extends z.ZodType> {
  kind: DeviceKind | 'agent';
  payload: P;
  reply: R;
  /** Milliseconds after sending when the caller stops waiting and the agent must not start. */
  deadlineMs: number;
  /** A physical action that must never be late or repeated: it needs a lease, and its id is on disk before it starts. */
  once: boolean;
}

const command = <P extends z.ZodType, R extends z.ZodType>(type: CommandType<P, R>): CommandType<P, R> => type;

/**
 * The outcome of an open.
 * - opened: the relay pulsed and, if a gate-open input is wired, reported the gate open
 * - unconfirmed: the relay may have pulsed, but the gate was not seen open; never repeated automatically
 * - duplicate: this id was received before and its outcome is unknown; nothing was done now
 * - expired: past its own deadline or lease
 * - interlocked: the site's loops forbid it (a car is merging)
 * - rejected: not allowed (cooldown, hourly cap)
 */
export const gateResults = ['opened', 'unconfirmed', 'duplicate', 'expired', 'interlocked', 'rejected'] as const;
export type GateResult = (typeof gateResults)[number];
export const gateResult = openEnum(gateResults);

export const printState = openEnum(['printed', 'unknown', 'failed']);
/** `notKnown` as for opening a gate. */
export const printResult = z.object({ state: printState, reason: z.string().nullable(), notKnown: z.boolean().optional() });
export type PrintResult = z.input<typeof printResult>;

/** The lane that opened its gate by itself, and the member for whom it did. */
export const laneOpening = z.object({ lane: z.int().positive(), customer: z.string().max(60) });

/** The roles of the agent's local page, by PIN. */
export const localRoles = ['it', 'cashier'] as const;

/** `waiting`: events that the cloud has not acknowledged. `clockAheadMs` is null before the cloud's first response. */
const agentStatus = z.object({
  version: z.string(),
  host: z.string(),
  boot: z.uuid(),
  startedAt: z.iso.datetime(),
  clockAheadMs: z.number().nullable(),
  memoryMegabytes: z.number(),
  connectedSince: z.iso.datetime().nullable(),
  roster: z.object({ seq: z.int(), confirmed: z.iso.datetime().nullable() }),
  waiting: z.object({
    events: z.int(),
    oldest: z.iso.datetime().nullable(),
    usedBytes: z.number(),
    maxBytes: z.number(),
    hoursLeft: z.number().nullable(),
  }),
  problems: z.array(z.object({ code: z.string(), sentence: z.string() })),
  configuration: runningConfiguration.optional(),
});

/** `reads` counts the reads of one tag at one antenna that followed each other. */
const rawRead = z.object({
  tag: z.string(),
  antenna: z.int(),
  lane: z.int().nullable(),
  rssi: z.number().nullable(),
  reads: z.int(),
  at: z.iso.datetime(),
});

/** Every command of an agent, with one handler each. Names are `<device kind>.<verb>`. */
export const commands = {
  'agent.ping': command({ kind: 'agent', payload: z.object({}), reply: z.object({ boot: z.uuid() }), deadlineMs: 2_000, once: false }),
  /** The agent's own state, for IT. */
  'agent.status': command({ kind: 'agent', payload: z.object({}), reply: agentStatus, deadlineMs: 2_000, once: false }),
  /** The newest lines of the agent's log, oldest first, each as JSON; fewer if they are long. */
  'agent.logs': command({
    kind: 'agent',
    payload: z.object({ lines: z.int().min(1).max(500) }),
    reply: z.object({ lines: z.array(z.string()) }),
    deadlineMs: 3_000,
    once: false,
  }),
  /** The agent's configuration file, without secrets. */
  'agent.config': command({
    kind: 'agent',
    payload: z.object({}),
    reply: z.object({ text: z.string() }),
    deadlineMs: 3_000,
    once: false,
  }),
  /** A new version of the site's configuration exists: the agent fetches it by HTTPS and tries it. */
  'agent.configure': command({
    kind: 'agent',
    payload: z.object({ version: z.int().positive() }),
    reply: z.object({}),
    deadlineMs: 2_000,
    once: false,
  }),
  /** Ends the agent after its reply; the service host starts it again. Refused if there is none. */
  'agent.restart': command({ kind: 'agent', payload: z.object({}), reply: z.object({}), deadlineMs: 2_000, once: false }),
  /** Has the agent ask the cloud for an update. `version` is the release meant. Refused if it can't be installed there. */
  'agent.update': command({
    kind: 'agent',
    payload: z.object({ version: z.string().min(1).max(40) }),
    reply: z.object({}),
    deadlineMs: 2_000,
    once: false,
  }),
  /** Closes the connection to a device and opens a new one. */
  'agent.restart-driver': command({
    kind: 'agent',
    payload: z.object({ device: z.string().min(1).max(40) }),
    reply: z.object({}),
    deadlineMs: 10_000,
    once: false,
  }),
  /**
   * The cloud's response to a lease: its time, and whose leases it accepts. `second` is the computer whose leases it rejects meanwhile;
   * `shown`: whether the cloud has this agent's state.
   */
  'agent.time': command({
    kind: 'agent',
    payload: z.object({
      lease: z.string().max(64),
      now: z.int().positive(),
      serving: z.object({ boot: z.uuid(), host: z.string().max(80) }),
      second: z.string().max(80).nullable(),
      shown: z.boolean(),
    }),
    reply: z.object({}),
    deadlineMs: 2_000,
    once: false,
  }),
  'gate.open': command({
    kind: 'gate',
    /** `localRole`: who opened at the agent's local page. `byLane`: a lane opened by itself. Both are missing for an opening of the cloud. */
    payload: z.object({
      employee: z.int().nullable(),
      reason: z.string().max(200).nullable(),
      localRole: openEnum(localRoles).optional(),
      byLane: laneOpening.optional(),
    }),
    /**
     * `repeated`: this id was executed before, and `result` is from that execution. `notKnown`: the agent's journal is newer than the first
     * sending, so whether this id was executed is unknown; nothing was done now. `noReadback`: the relay was switched on, and this gate
     * reports nothing back, so none of its openings is ever confirmed. `held`: the request is held until the wash is free.
     */
    reply: z.object({
      result: gateResult,
      reason: z.string().nullable(),
      repeated: z.boolean(),
      notKnown: z.boolean().optional(),
      noReadback: z.boolean().optional(),
      held: z.boolean().optional(),
      at: z.iso.datetime(),
    }),
    deadlineMs: 2_000,
    once: true,
  }),
  'gate.status': command({
    kind: 'gate',
    payload: z.object({}),
    reply: z.object({
      relay: z.boolean(),
      gateOpen: z.boolean().nullable(),
      presence: z.boolean().nullable(),
      merge: z.boolean().nullable(),
    }),
    deadlineMs: 2_000,
    once: false,
  }),
  /** The last tags that a reader sent, before any filter, newest first. */
  'reader.last': command({
    kind: 'reader',
    payload: z.object({}),
    reply: z.object({ reads: z.array(rawRead) }),
    deadlineMs: 2_000,
    once: false,
  }),
  /** Handles a tag as if the reader had read it: a gate may open, and a wash may be recorded. */
  'reader.simulate': command({
    kind: 'reader',
    payload: z.object({ antenna: z.int().min(1).max(99), tag: z.string().min(1).max(64) }),
    /** `done`: false if nothing was done, with the reason. */
    reply: z.object({ done: z.boolean(), reason: z.string().nullable() }),
    deadlineMs: 2_000,
    once: true,
  }),
  'sitewatch.employee': command({
    kind: 'sitewatch',
    payload: z.object({ number: z.int().positive() }),
    reply: z.object({ employee: sitewatchEmployee.nullable() }),
    deadlineMs: 2_000,
    once: false,
  }),
  'sitewatch.employees': command({
    kind: 'sitewatch',
    payload: z.object({}),
    reply: z.object({ employees: z.array(sitewatchEmployee) }),
    deadlineMs: 10_000,
    once: false,
  }),
  'sitewatch.terminals': command({
    kind: 'sitewatch',
    payload: z.object({}),
    reply: z.object({ terminals: z.array(sitewatchTerminal) }),
    deadlineMs: 5_000,
    once: false,
  }),
  'sitewatch.customer-by-code': command({
    kind: 'sitewatch',
    payload: z.object({ code: z.string().min(1).max(40) }),
    reply: z.object({ customer: sitewatchCustomer.nullable() }),
    deadlineMs: 3_000,
    once: false,
  }),
  /** Idempotent through WD_COMMAND in Sitewatch: a repeated usage id returns the stored result. */
  'sitewatch.record-usage': command({
    kind: 'sitewatch',
    payload: usageRecord,
    reply: z.object({ saleId: z.int(), repeated: z.boolean() }),
    deadlineMs: 10_000,
    once: false,
  }),
  'sitewatch.sites': command({
    kind: 'sitewatch',
    payload: z.object({}),
    reply: z.object({ sites: z.array(sitewatchSite) }),
    deadlineMs: 5_000,
    once: false,
  }),
  'sitewatch.makes': command({
    kind: 'sitewatch',
    payload: z.object({}),
    reply: z.object({ makes: z.array(vehicleName) }),
    deadlineMs: 5_000,
    once: false,
  }),
  /** Lists all models, or those of one make. */
  'sitewatch.models': command({
    kind: 'sitewatch',
    payload: z.object({ make: z.int().nullable() }),
    reply: z.object({ models: z.array(vehicleModel) }),
    deadlineMs: 5_000,
    once: false,
  }),
  'sitewatch.colors': command({
    kind: 'sitewatch',
    payload: z.object({}),
    reply: z.object({ colors: z.array(vehicleName) }),
    deadlineMs: 5_000,
    once: false,
  }),
  'sitewatch.club-plans': command({
    kind: 'sitewatch',
    payload: z.object({}),
    reply: z.object({ plans: z.array(clubPlan) }),
    deadlineMs: 5_000,
    once: false,
  }),
  /** Lists the best-selling items since that day, best first. */
  'sitewatch.top-sellers': command({
    kind: 'sitewatch',
    payload: z.object({ since: z.iso.date(), most: z.int().positive().max(100) }),
    reply: z.object({ items: z.array(z.object({ OBJID: z.int(), NAME: z.string() })) }),
    deadlineMs: 10_000,
    once: false,
  }),
  'sitewatch.gift-cards': command({
    kind: 'sitewatch',
    payload: z.object({ code: z.string().min(1).max(40) }),
    reply: z.object({ cards: z.array(giftCard) }),
    deadlineMs: 3_000,
    once: false,
  }),
  /** Lists sales, newest first. */
  'sitewatch.sales': command({
    kind: 'sitewatch',
    payload: z.object({ code: z.string().min(1).max(40), most: z.int().positive().max(100) }),
    reply: z.object({ sales: z.array(sitewatchSale) }),
    deadlineMs: 5_000,
    once: false,
  }),
  'sitewatch.sale': command({
    kind: 'sitewatch',
    payload: z.object({ saleId: z.int() }),
    reply: z.object({ sale: sitewatchSaleDetail.nullable() }),
    deadlineMs: 3_000,
    once: false,
  }),
  'sitewatch.codes': command({
    kind: 'sitewatch',
    payload: sitewatchCustomerRef,
    reply: z.object({ codes: z.array(sitewatchCode) }),
    deadlineMs: 3_000,
    once: false,
  }),
  /** Lists the codes of all customers after this objid, by objid; fewer than `most` on the last page. */
  'sitewatch.all-codes': command({
    kind: 'sitewatch',
    payload: z.object({ after: z.int().nonnegative(), most: z.int().positive().max(2_000) }),
    reply: z.object({ codes: z.array(sitewatchCode) }),
    deadlineMs: 10_000,
    once: false,
  }),
  /**
   * Lists customers after this objid, by objid; fewer than `most` on the last page. `today` is the site's date: plans that expire later are
   * running.
   */
  'sitewatch.customers': command({
    kind: 'sitewatch',
    payload: z.object({ after: z.int().nonnegative(), most: z.int().positive().max(100), today: z.iso.date() }),
    reply: z.object({ customers: z.array(sitewatchCustomerRecord) }),
    deadlineMs: 10_000,
    once: false,
  }),
  /** Returns one code by its objid; null if this site has none. */
  'sitewatch.code': command({
    kind: 'sitewatch',
    payload: z.object({ objid: z.int() }),
    reply: z.object({ code: sitewatchCode.nullable() }),
    deadlineMs: 3_000,
    once: false,
  }),
  /** Lists discounts, newest first, at most 200. */
  'sitewatch.discounts': command({
    kind: 'sitewatch',
    payload: sitewatchCustomerRef,
    reply: z.object({ discounts: z.array(sitewatchDiscount) }),
    deadlineMs: 5_000,
    once: false,
  }),
  // The writes below are idempotent by command id, which WD_COMMAND stores with the result.
  /** Writes customer, codes and plan in one step; repeating it with the same member changes nothing. */
  'sitewatch.converge': command({
    kind: 'sitewatch',
    payload: sitewatchMember,
    reply: z.object({ objid: z.int(), created: z.boolean(), codes: z.array(sitewatchCode) }),
    deadlineMs: 10_000,
    once: false,
  }),
  /**
   * `expires` is the first day on which the plan is no longer valid: today's date ends the plan at once. `found`: whether a customer has
   * the code.
   */
  'sitewatch.activate-plan': command({
    kind: 'sitewatch',
    payload: z.object({ code: z.string().min(1).max(40), productClass: z.string().max(40), expires: z.iso.date(), today: z.iso.date() }),
    reply: z.object({ found: z.boolean(), plan: sitewatchPlan.nullable() }),
    deadlineMs: 10_000,
    once: false,
  }),
  /** Enables or disables a code; returns `rejected` if the code does not exist or another customer now has it. */
  'sitewatch.switch-code': command({
    kind: 'sitewatch',
    payload: z.object({ code: z.union([z.object({ objid: z.int() }), z.object({ text: z.string().min(1).max(40) })]), on: z.boolean() }),
    reply: z.object({ code: sitewatchCode.nullable() }),
    deadlineMs: 10_000,
    once: false,
  }),
  /** `taken`: another customer has the new code. */
  'sitewatch.replace-code': command({
    kind: 'sitewatch',
    payload: z.object({ from: z.string().min(1).max(40), to: z.string().min(1).max(40) }),
    reply: z.object({ result: openEnum(['replaced', 'not-found', 'taken']), code: sitewatchCode.nullable() }),
    deadlineMs: 10_000,
    once: false,
  }),
  /** Removes the customer's comment and alert. */
  'sitewatch.clear-comment': command({
    kind: 'sitewatch',
    payload: z.object({
      objid: z.int(),
      /** Codes of the customer meant: after a restore the number may be another customer’s. */
      codes: z.array(z.string().max(40)).max(100).optional(),
    }),
    reply: z.object({ found: z.boolean() }),
    deadlineMs: 10_000,
    once: false,
  }),
  /**
   * Erases a customer's personal values if the customer has or had one of the codes, and the codes in sales without a customer. `until`: later sales
   * under these codes are a later owner's. `found`: whether the customer exists.
   */
  'sitewatch.erase-customer': command({
    kind: 'sitewatch',
    payload: z.object({ objid: z.int().nullable(), codes: z.array(z.string().min(4).max(40)).max(100), until: wallClock.optional() }),
    reply: z.object({ found: z.boolean() }),
    deadlineMs: 10_000,
    once: false,
  }),
  /** `card` in the reply: the card that the amount was taken from, with its new balance. */
  'sitewatch.deduct-gift-card': command({
    kind: 'sitewatch',
    payload: z.object({
      code: z.string().min(1).max(40),
      /** The card's objid, which counts only with this code. Without it: the oldest card with enough balance. */
      card: z.int().optional(),
      /** Cents. */
      amount: z.int().positive(),
    }),
    reply: z.object({ result: deductionResult, cards: z.array(giftCard), card: giftCard.optional(), repeated: z.boolean() }),
    deadlineMs: 10_000,
    once: false,
  }),
  'sitewatch.save-club-plan': command({
    kind: 'sitewatch',
    /** `was`: the name of the plan meant; a plan of another name is not changed. */
    payload: clubPlan.partial().required({ objid: true }).extend({ was: z.string().optional() }),
    reply: z.object({ plan: clubPlan.nullable() }),
    deadlineMs: 10_000,
    once: false,
  }),
  /** `source` is receiptline text in which the author has escaped every interpolated field. */
  'printer.print': command({
    kind: 'printer',
    payload: z.object({ job: z.uuid(), source: z.string().max(32_000) }),
    reply: printResult,
    deadlineMs: 15_000,
    once: true,
  }),
  /** Notifies a tablet on the site's network of a pending signature; the tablet then fetches the agreement over HTTPS. */
  'tablet.hint': command({
    kind: 'tablet',
    payload: z.object({ signature: z.uuid() }),
    reply: z.object({ told: z.boolean() }),
    deadlineMs: 2_000,
    once: false,
  }),
  'printer.status': command({
    kind: 'printer',
    payload: z.object({}),
    reply: z.object({ ready: z.boolean(), reason: z.string().nullable() }),
    deadlineMs: 3_000,
    once: false,
  }),
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandPayload<N extends CommandName> = z.infer<Commands[N]['payload']>;
/** A result as an agent sends it. */
export type CommandResult<N extends CommandName> = z.input<Commands[N]['reply']>;
/** A result as the cloud reads it, possibly from an agent of another release. */
export type ReceivedResult<N extends CommandName> = z.output<Commands[N]['reply']>;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** The last topic segment of a command: `open` of `gate.open`. */
export const verbOf = (name: CommandName): string => name.slice(name.indexOf('.') + 1);
