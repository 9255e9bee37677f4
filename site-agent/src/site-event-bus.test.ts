import { beforeEach, describe, expect, it } from 'vitest';
import { TestBrokerLink } from './mqtt/broker-link.fixture.ts';
import { LivePublisher } from './mqtt/live-publisher.ts';
import type { SiteEvent } from './ports/site-events.ts';
import { SiteEventBus } from './site-event-bus.ts';
import { noLog } from './testing/support.ts';

const tag: SiteEvent = {
  kind: 'tag',
  source: 'reader',
  payload: { reader: 'reader', antenna: 1, lane: 1, tag: '12345+123456', rssi: null },
};
const health: SiteEvent = {
  kind: 'device',
  source: 'north',
  payload: { device: { id: 'north', kind: 'gate', name: 'North', lane: 1 }, health: { status: 'ready' } },
};

let events: SiteEventBus;
let received: SiteEvent[];

beforeEach(() => {
  events = new SiteEventBus(noLog);
  received = [];
});

describe('site events', () => {
  it('reach a subscriber while the broker is away, and MQTT only while it is connected', () => {
    const broker = new TestBrokerLink();
    const live = new LivePublisher(broker, 12, { now: () => new Date('2026-11-21T12:00:00.000Z') }, noLog);
    events.subscribe((event) => live.publish(event));
    events.subscribe((event) => received.push(event));

    events.publish(tag);
    expect(broker.take()).toEqual([]);
    broker.connect();
    expect(broker.take()).toEqual([]);
    events.publish(tag);
    broker.lose();
    events.publish(health);

    expect(received).toEqual([tag, tag, health]);
    expect(broker.take()).toMatchObject([
      { topic: 'wash/v1/12/evt/tag/reader', message: { kind: 'tag', at: '2026-11-21T12:00:00.000Z' }, publishing: { qos: 0 } },
    ]);
  });

  it('of the health of a device are no live events: MQTT publishes them as retained states', () => {
    const broker = new TestBrokerLink();
    const live = new LivePublisher(broker, 12, { now: () => new Date() }, noLog);
    broker.connect();
    live.publish(health);
    expect(broker.take()).toEqual([]);
  });

  it('reach all other subscribers when one fails, and none that unsubscribed', () => {
    events.subscribe(() => {
      throw new Error('a page that is gone');
    });
    const unsubscribe = events.subscribe((event) => received.push(event));
    events.publish(tag);
    unsubscribe();
    events.publish(tag);
    expect(received).toEqual([tag]);
  });
});
