import type { SeenTopic } from '@washdesk/contracts/sites/site-topics';

export interface TopicHistory extends SeenTopic {
  /** The last payloads that were shown, newest first. */
  payloads: readonly { at: string; payload: string | null }[];
  /** How many messages it had, and when, over the last minute. */
  samples: readonly { at: number; count: number }[];
}

export type TopicHistories = ReadonlyMap<string, TopicHistory>;

const mostPayloads = 20;
const minuteMs = 60_000;

export function withSeen(before: TopicHistories, seen: readonly SeenTopic[], now: number): TopicHistories {
  const after = new Map(before);
  for (const topic of seen) {
    const known = before.get(topic.topic);
    // a server that counts anew begins a new watch
    const earlier = known && known.count <= topic.count ? known.samples : [];
    const samples = [...earlier.filter(({ at }) => now - at < minuteMs), { at: now, count: topic.count }];
    const isSame = known?.at === topic.at && known.payload === topic.payload;
    const payloads = isSame
      ? known.payloads
      : [{ at: topic.at, payload: topic.payload }, ...(known?.payloads ?? [])].slice(0, mostPayloads);
    after.set(topic.topic, { ...topic, payloads, samples });
  }
  return after;
}

/** Returns the messages a minute, over the last minute or as long as the topic is watched. */
export function perMinute({ samples }: Pick<TopicHistory, 'samples'>, now: number): number {
  const recent = samples.filter(({ at }) => now - at < minuteMs);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || last.at === first.at) return 0;
  return ((last.count - first.count) * minuteMs) / Math.max(1_000, now - first.at);
}

export const rateWords = (rate: number): string => {
  if (rate === 0) return '';
  return rate >= 60 ? `${(rate / 60).toFixed(1)}/s` : `${Math.max(1, Math.round(rate))}/min`;
};

/** Returns the payload over several lines, each with whether the payload before lacks it. */
export function payloadLines(payload: string, before: string | null): { text: string; isNew: boolean }[] {
  const known = before === null ? null : new Set(pretty(before));
  return pretty(payload).map((text) => ({ text, isNew: known !== null && !known.has(text) }));
}

function pretty(payload: string): string[] {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2).split('\n');
  } catch {
    // a payload that was cut is not JSON any more
    return [payload];
  }
}
