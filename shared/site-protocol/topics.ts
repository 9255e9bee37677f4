/**
 * Topics under `wash/v1/{site}/`: at most 7 slashes, segments of `[a-z0-9_-]`, MQTT 3.1.1 with only QoS 0 and 1. Only presence is retained.
 */
const root = 'wash/v1';

export const protocolVersion = 1;

const segment = /^[a-z0-9_-]{1,40}$/;

function checked(name: string): string {
  if (!segment.test(name)) throw new RangeError(`Invalid topic segment: ${JSON.stringify(name)}`);
  return name;
}

const base = (site: number): string => `${root}/${checked(String(site))}`;

/** Retained presence of the agent; its last will reports offline. */
export const agentStateTopic = (site: number): string => `${base(site)}/state/agent`;
/** Retained presence of one device. */
export const deviceStateTopic = (site: number, device: string): string => `${base(site)}/state/dev/${checked(device)}`;
/** Durable and live events of one lane or device. */
export const eventTopic = (site: number, kind: string, source: string): string => `${base(site)}/evt/${checked(kind)}/${checked(source)}`;
/** Commands: never retained, never queued. */
export const commandTopic = (site: number, device: string, verb: string): string => `${base(site)}/cmd/${checked(device)}/${checked(verb)}`;
/** Replies to one cloud process. */
export const replyTopic = (site: number, client: string): string => `${base(site)}/rsp/${checked(client)}`;
/** Sent from cloud to agent after the commit: events up to this number are stored. */
export const ackTopic = (site: number): string => `${base(site)}/ack`;
/** A fresh random lease every two seconds, which makes a late command harmless. */
export const leaseTopic = (site: number): string => `${base(site)}/lease`;
/** The roster's number, published on change: the agent then fetches over HTTPS. */
export const rosterTopic = (site: number): string => `${base(site)}/roster`;

/** The topic filters of the cloud, over all sites; at most 8 per SUBSCRIBE. */
export const cloudFilters = (client: string): readonly string[] => [
  `${root}/+/state/#`,
  `${root}/+/evt/#`,
  `${root}/+/lease`,
  `${root}/+/rsp/${checked(client)}`,
];

/** Everything of one site, in both directions. */
export const siteFilter = (site: number): string => `${base(site)}/#`;

/** The topic filters of one agent. */
export const agentFilters = (site: number): readonly string[] => [`${base(site)}/cmd/#`, ackTopic(site), rosterTopic(site)];

export interface ParsedTopic {
  site: number;
  /** The segments after the site, e.g. `['state', 'dev', 'north']`. */
  rest: readonly string[];
}

/** Returns null for a topic that is not Washdesk's. */
export function parseTopic(topic: string): ParsedTopic | null {
  const [first, version, site, ...rest] = topic.split('/');
  if (`${first}/${version}` !== root || !site || !/^\d{1,6}$/.test(site)) return null;
  return { site: Number(site), rest };
}
