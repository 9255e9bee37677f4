import { z } from 'zod';
import type { DeviceKind } from './envelope.ts';

/** The agent's own pseudo-device and the Sitewatch database are addressed under fixed names. */
export const agentDevice = 'agent';
export const sitewatchDevice = 'sitewatch';

interface CommandType<P extends z.ZodType, R extends z.ZodType> {
  kind: DeviceKind | 'agent';
  payload: P;
  reply: R;
  /** Milliseconds from sending after which nobody waits any more and the agent must not begin. */
  deadlineMs: number;
  /** A physical act that must never be late or twice: needs a lease, and its id is kept on disk before it begins. */
  once: boolean;
}

const command = <P extends z.ZodType, R extends z.ZodType>(type: CommandType<P, R>): CommandType<P, R> => type;

/**
 * How an open ended (facts/hardware section 9).
 * - opened: the relay pulsed and, where a gate-open input is wired, the gate was seen open
 * - unconfirmed: the relay may have pulsed, the gate was not seen open; never repeated by itself
 * - duplicate: this id was taken before and its outcome is not known; nothing was done now
 * - expired: too old by its own deadline or its lease
 * - interlocked: the site's loops forbid it (a car is merging)
 * - rejected: not allowed (cooldown, hourly cap)
 */
export const gateResult = z.enum(['opened', 'unconfirmed', 'duplicate', 'expired', 'interlocked', 'rejected']);
export type GateResult = z.infer<typeof gateResult>;

/** Everything that names a member's club plan in Sitewatch; `planName` of Stripe's plans starts with STR. */
const sitewatchPlan = z.object({
  planName: z.string(),
  isStripe: z.boolean(),
  productClass: z.string().nullable(),
  starts: z.iso.date().nullable(),
  expires: z.iso.date().nullable(),
});
export const sitewatchCustomer = z.object({
  objid: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  codes: z.array(z.object({ objid: z.int(), code: z.string() })),
  plans: z.array(sitewatchPlan),
});
export type SitewatchCustomer = z.infer<typeof sitewatchCustomer>;

export const sitewatchEmployee = z.object({ number: z.int().positive(), firstName: z.string(), lastName: z.string(), active: z.boolean() });
export type SitewatchEmployee = z.infer<typeof sitewatchEmployee>;

export const sitewatchTerminal = z.object({ name: z.string(), type: z.string(), ipAddress: z.string().nullable() });
export type SitewatchTerminal = z.infer<typeof sitewatchTerminal>;

/** A redeemed wash, written into Sitewatch as a sale whose tender reference is the usage id. */
export const usageRecord = z.object({
  usageId: z.uuid(),
  code: z.string().max(40),
  /** Sitewatch's plan is found by its name or by the product class that it mirrors. */
  planName: z.string().max(60),
  productClass: z.string().max(40).nullable(),
  terminal: z.string().max(30).nullable(),
  employee: z.int().nullable(),
  at: z.iso.datetime(),
});
export type UsageRecord = z.infer<typeof usageRecord>;

export const printState = z.enum(['printed', 'unknown', 'failed']);
export const printResult = z.object({ state: printState, reason: z.string().nullable() });
export type PrintResult = z.infer<typeof printResult>;

/** Every command an agent understands: one handler a row (design section 3). Names are `<device kind>.<verb>`. */
export const commands = {
  'agent.ping': command({ kind: 'agent', payload: z.object({}), reply: z.object({ boot: z.uuid() }), deadlineMs: 2_000, once: false }),
  'gate.open': command({
    kind: 'gate',
    payload: z.object({ employee: z.int().nullable(), reason: z.string().max(200).nullable() }),
    /** `repeated`: this id was executed before, and `result` is what came of it then. */
    reply: z.object({ result: gateResult, reason: z.string().nullable(), repeated: z.boolean(), at: z.iso.datetime() }),
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
  /** Idempotent by WD_COMMAND in Sitewatch itself: a repeated usage id answers the stored result. */
  'sitewatch.record-usage': command({
    kind: 'sitewatch',
    payload: usageRecord,
    reply: z.object({ saleId: z.int(), repeated: z.boolean() }),
    deadlineMs: 10_000,
    once: false,
  }),
  /** `source` is receiptline text with every interpolated field escaped by its author. */
  'printer.print': command({
    kind: 'printer',
    payload: z.object({ job: z.uuid(), source: z.string().max(32_000) }),
    reply: printResult,
    deadlineMs: 15_000,
    once: true,
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
export type CommandResult<N extends CommandName> = z.infer<Commands[N]['reply']>;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** The last topic segment of a command: `open` of `gate.open`. */
export const verbOf = (name: CommandName): string => name.slice(name.indexOf('.') + 1);
