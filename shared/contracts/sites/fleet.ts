import { z } from 'zod';
import { attentionLevels, siteStates } from '@washdesk/rules/company/site-attention';
import { endpoint, exactRole } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { epochSeconds, isoTime, numberText, siteNumber } from '../values.ts';

/** `unknown`: the site is not online, or reports a state of a later release. */
const health = z.enum(['online', 'offline', 'degraded', 'unknown']);

const cause = z.object({
  /** A device of the site, otherwise `agent` or `line`. */
  source: z.string(),
  level: z.enum(attentionLevels),
  sentence: z.string(),
  /** What a person does next. */
  step: z.string(),
  since: isoTime.nullable(),
});
export type FleetCause = z.infer<typeof cause>;

/** What changes all the time; null if the agent has not reported it. */
const vitals = {
  /** From a message of the agent to the cloud's response. */
  roundTripMs: z.int().nullable(),
  /** Leases of the last minute that arrived, in percent. */
  leasesPercent: z.int().nullable(),
  waiting: z.object({ events: z.int(), oldest: isoTime.nullable(), percent: z.int() }).nullable(),
  rosterConfirmed: isoTime.nullable(),
};

export const fleetSite = z.object({
  site: siteNumber,
  name: z.string(),
  state: z.enum(siteStates),
  /** When the state began, as far as known. */
  since: isoTime.nullable(),
  level: z.enum(attentionLevels),
  /** The worst first. */
  causes: z.array(cause),
  version: z.string().nullable(),
  devices: z.object({ all: z.int(), working: z.int() }),
  /** Null for a site without Sitewatch. */
  sitewatch: health.nullable(),
  ...vitals,
});
export type FleetSite = z.infer<typeof fleetSite>;

/** All sites as they are now; `vitals` are sent apart from the rest, because they change every two seconds. */
export const fleetTopic = liveTopic({
  name: 'fleet',
  audiences: { company: exactRole('Admin') },
  filter: z.object({
    site: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  message: z.discriminatedUnion('type', [
    fleetSite.extend({ type: z.literal('site') }),
    z.object({ type: z.literal('vitals'), site: siteNumber, ...vitals }),
  ]),
});

/** From the memory of the process that answers, which receives the states of all sites from the broker. */
export const listFleet = endpoint({
  id: 'listFleet',
  method: 'GET',
  path: '/fleet',
  access: exactRole('Admin'),
  summary: 'Every site with the state of its agent, its devices and its connection, and what is wrong',
  response: z.object({ sites: z.array(fleetSite) }),
});

const device = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  lane: z.int().nullable(),
  health,
  reason: z.string().nullable(),
  since: isoTime,
});
export type FleetDevice = z.infer<typeof device>;

/** 404 `site_unknown`. `health` of a device is the last one known while the site is not online. */
export const getFleetSite = endpoint({
  id: 'getFleetSite',
  method: 'GET',
  path: '/fleet/{site}',
  access: exactRole('Admin'),
  summary: 'One site with its devices, its configuration and its last outage',
  params: z.object({ site: numberText }),
  response: z.object({
    site: fleetSite,
    timeZone: z.string(),
    devices: z.array(device),
    /** The computer of the agent; null before its first lease. */
    host: z.string().nullable(),
    rosterNumber: z.int().nullable(),
    /** Null for an agent that the cloud does not configure. */
    configuration: z.object({ version: z.int().nullable(), state: z.enum(['file', 'trial', 'applied', 'unknown']) }).nullable(),
    /** The last time that this run of the agent was without the broker. */
    outage: z.object({ since: isoTime, until: isoTime, reason: z.string() }).nullable(),
  }),
});
export type FleetSiteDetails = z.infer<typeof getFleetSite.response>;

export const lineHours = ['1', '6', '24', '168'] as const;

/** One value a point in each list, oldest first. A point without a row is left out: no process of the cloud was connected then. */
export const getSiteLine = endpoint({
  id: 'getSiteLine',
  method: 'GET',
  path: '/fleet/{site}/line',
  access: exactRole('Admin'),
  summary: 'The connection of a site over time: leases that arrived, round trip and waiting events',
  params: z.object({ site: numberText }),
  query: z.object({ hours: z.enum(lineHours).default('24') }),
  response: z.object({
    /** Of one point. */
    minutes: z.int(),
    at: z.array(epochSeconds),
    leasesPercent: z.array(z.int()),
    /** Null while nothing was measured. */
    roundTripMs: z.array(z.int().nullable()),
    slowestMs: z.array(z.int().nullable()),
    waiting: z.array(z.int().nullable()),
  }),
});
export type SiteLine = z.infer<typeof getSiteLine.response>;
