import { describe, expect, it } from 'vitest';
import type { SeenTopic } from '@washdesk/contracts/sites/site-topics';
import { payloadLines, perMinute, rateWords, withSeen, type TopicHistories } from './seen-topics.ts';
import { topicTree } from './topic-tree.ts';

const seen = (topic: string, more: Partial<SeenTopic> = {}): SeenTopic => ({
  topic,
  payload: '{"v":1}',
  cut: false,
  bytes: 7,
  retained: false,
  qos: 0,
  count: 1,
  at: '2026-11-21T12:00:00.000Z',
  ...more,
});

describe('the messages of a topic', () => {
  it('are counted a minute, until they stop', () => {
    let topics: TopicHistories = new Map();
    for (let second = 0; second <= 30; second += 2) topics = withSeen(topics, [seen('lease', { count: 1 + second / 2 })], second * 1_000);
    expect(perMinute(topics.get('lease')!, 30_000)).toBe(30);
    expect(perMinute(topics.get('lease')!, 200_000)).toBe(0);
    expect([rateWords(0), rateWords(0.4), rateWords(30), rateWords(90)]).toEqual(['', '1/min', '30/min', '1.5/s']);
  });

  it('are kept, newest first, and once if the server repeats them', () => {
    const first = withSeen(new Map(), [seen('lease')], 0);
    const again = withSeen(first, [seen('lease')], 1);
    const next = withSeen(again, [seen('lease', { payload: '{"v":2}', count: 2, at: '2026-11-21T12:00:02.000Z' })], 2);
    expect(next.get('lease')?.payloads.map(({ payload }) => payload)).toEqual(['{"v":2}', '{"v":1}']);
  });

  it('show what has changed', () => {
    const lines = payloadLines('{"health":"offline","lane":1}', '{"health":"online","lane":1}');
    expect(lines.filter(({ isNew }) => isNew).map(({ text }) => text.trim())).toEqual(['"health": "offline",']);
    expect(payloadLines('{"cut', null)).toEqual([{ text: '{"cut', isNew: false }]);
  });
});

describe('the tree of topics', () => {
  const topics = withSeen(
    new Map(),
    [seen('state/dev/north', { retained: true }), seen('state/agent', { retained: true }), seen('lease', { count: 5 })],
    0,
  ).values();
  const all = [...topics];

  it('counts what is below each segment', () => {
    const [lease, state] = topicTree(all, { search: '', retainedOnly: false });
    expect([lease?.name, lease?.messages, state?.name, state?.topics]).toEqual(['lease', 5, 'state', 2]);
    expect(state?.children.map(({ name, own }) => [name, own !== null])).toEqual([
      ['agent', true],
      ['dev', false],
    ]);
  });

  it('has only the topics that match', () => {
    expect(topicTree(all, { search: 'north', retainedOnly: false }).map(({ name }) => name)).toEqual(['state']);
    expect(topicTree(all, { search: '', retainedOnly: true }).map(({ name }) => name)).toEqual(['state']);
  });
});
