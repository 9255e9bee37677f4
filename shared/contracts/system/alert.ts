import { z } from 'zod';
import { alertChannels, alertLists } from '@washdesk/rules/company/alerts';
import { toE164 } from '@washdesk/rules/customers/phones';
import { endpoint, exactRole } from '../endpoint.ts';
import { isoTime, plainText, siteNumber, uuid } from '../values.ts';

const access = exactRole('Admin');

/** When a message was sent or queued, and how it ended. */
const messageEnd = { at: isoTime, state: z.enum(['waiting', 'sent', 'failed']), reason: z.string().nullable() };

const alert = z.object({
  id: uuid,
  site: siteNumber.nullable(),
  siteName: z.string().nullable(),
  /** `stop` is critical. */
  level: z.enum(['stop', 'wait']),
  sentence: z.string(),
  /** What a person does next; null if the sentence says it. */
  step: z.string().nullable(),
  /** Whether it is cleared when its cause is mended; otherwise when a person has seen it. */
  lasting: z.boolean(),
  /** How often the cause came. */
  times: z.int(),
  opened: isoTime,
  /** Null while quiet hours hold it back. */
  told: isoTime.nullable(),
  escalated: isoTime.nullable(),
  seen: z.object({ at: isoTime, by: z.string() }).nullable(),
  cleared: isoTime.nullable(),
  /** The last message about it to each recipient. */
  sentTo: z.array(z.object({ name: z.string(), ...messageEnd })),
});
export type AlertOfIt = z.infer<typeof alert>;

/** The open ones, the critical first; or the last hundred that are over, the newest first. */
export const listAlerts = endpoint({
  id: 'listAlerts',
  method: 'GET',
  path: '/alerts',
  access,
  summary: 'Alerts with their cause and the next step',
  query: z.object({ state: z.enum(['open', 'past']).default('open') }),
  response: z.object({ alerts: z.array(alert) }),
});

/** Ends the escalation; an event is then over. 404 `alert_unknown`. */
export const acknowledgeAlert = endpoint({
  id: 'acknowledgeAlert',
  method: 'POST',
  path: '/alerts/{id}/seen',
  access,
  idempotency: 'natural',
  summary: 'Mark an alert as seen',
  params: z.object({ id: uuid }),
  response: z.object({ seen: z.object({ at: isoTime, by: z.string() }) }),
});

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 21:00');

const settings = z.object({
  quietHours: z
    .object({ from: time, to: time })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from the start' })
    .nullable(),
  timeZone: z.string().max(60),
  criticalInQuietHours: z.boolean(),
  escalateAfterMinutes: z.int().min(1).max(1_440),
});
export type AlertSettingsForm = z.infer<typeof settings>;

const recipient = z.object({
  id: uuid,
  name: z.string(),
  channel: z.enum(alertChannels),
  /** Of a webhook the host alone: the rest of its URL may be a secret. */
  address: z.string(),
  list: z.enum(alertLists),
  /** The last message; null before the first. */
  last: z.object(messageEnd).nullable(),
});
export type AlertRecipient = z.infer<typeof recipient>;

export const getAlertSettings = endpoint({
  id: 'getAlertSettings',
  method: 'GET',
  path: '/alerts/settings',
  access,
  summary: 'Recipients of alerts, quiet hours and escalation',
  response: z.object({
    settings,
    recipients: z.array(recipient),
    /** The time zones of the sites. */
    timeZones: z.array(z.string()),
    /** The channels that this installation can use. */
    channels: z.array(z.enum(alertChannels)),
  }),
});

/** 400 for an unknown time zone, 409 `changed_meanwhile`. */
export const saveAlertSettings = endpoint({
  id: 'saveAlertSettings',
  method: 'PUT',
  path: '/alerts/settings',
  access,
  idempotency: 'natural',
  summary: 'Set quiet hours and escalation of alerts',
  body: settings.extend({
    /** What the caller saw. */
    was: settings.partial().optional(),
  }),
  response: z.object({ settings }),
});

const name = plainText(60).min(1, 'must not be empty');
const list = z.enum(alertLists);
const url = z.url({ protocol: /^https?$/, error: 'must be a web address' }).max(500);
const phone = plainText(30).transform((typed, context): string => {
  const number = toE164(typed);
  if (number !== null) return number;
  context.addIssue('must be a phone number');
  return z.NEVER;
});

export const newAlertRecipient = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), name, list, address: z.email('must be an email address').max(200) }),
  z.object({ channel: z.literal('sms'), name, list, address: phone }),
  z.object({ channel: z.literal('webhook'), name, list, address: url }),
]);

export const addAlertRecipient = endpoint({
  id: 'addAlertRecipient',
  method: 'POST',
  path: '/alerts/recipients',
  access,
  idempotency: 'optional',
  summary: 'Add a recipient of alerts',
  body: newAlertRecipient,
  response: z.object({ id: uuid }),
});

/** Messages that are still to be sent to it are dropped. 404 `recipient_unknown`. */
export const removeAlertRecipient = endpoint({
  id: 'removeAlertRecipient',
  method: 'DELETE',
  path: '/alerts/recipients/{id}',
  access,
  idempotency: 'optional',
  summary: 'Remove a recipient of alerts',
  params: z.object({ id: uuid }),
  response: z.object({ removed: z.literal(true) }),
});

/** 404 `recipient_unknown`. */
export const testAlertRecipient = endpoint({
  id: 'testAlertRecipient',
  method: 'POST',
  path: '/alerts/recipients/{id}/test',
  access,
  idempotency: 'optional',
  summary: 'Send a test message to a recipient of alerts',
  params: z.object({ id: uuid }),
  response: z.object({ queued: z.literal(true) }),
});

/** The secret that signs the messages to a webhook. 404 `recipient_unknown`. */
export const getAlertSecret = endpoint({
  id: 'getAlertSecret',
  method: 'GET',
  path: '/alerts/recipients/{id}/secret',
  access,
  summary: 'The signing secret of a webhook for alerts',
  params: z.object({ id: uuid }),
  response: z.object({ secret: z.string() }),
});
