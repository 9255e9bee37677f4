import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { durableEvent } from '@washdesk/site-protocol/envelope';
import { Journal } from '../journal/journal.ts';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { TestBrokerLink } from './broker-link.fixture.ts';
import { OutboxPublisher } from './outbox-publisher.ts';

let folder: TemporaryFolder;
let journal: Journal;
let line: TestBrokerLink;
let publisher: OutboxPublisher;

beforeEach(() => {
  vi.useFakeTimers();
  folder = temporaryFolder();
  journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });
  line = new TestBrokerLink();
  publisher = new OutboxPublisher(line, journal, noLog);
});

afterEach(() => {
  publisher.stop();
  journal.close();
  folder.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function record(count = 1): void {
  for (let n = 0; n < count; n += 1)
    journal.record({ kind: 'print-result', source: 'printer', payload: { job: 'j', printer: 'printer', state: 'printed', reason: null } });
}

const sent = (): number[] => line.take().map(({ message }) => durableEvent.parse(message).seq);
const acknowledge = (upTo: number, of = journal.outbox.journal): void =>
  publisher.acknowledge(Buffer.from(JSON.stringify({ v: 1, journal: of, upTo })));

describe('outbox publisher', () => {
  it('sends events as they come, QoS 1, never retained', () => {
    line.connect();
    record();
    expect(line.published).toMatchObject([{ topic: 'wash/v1/12/evt/print-result/printer', publishing: { qos: 1 } }]);
    expect(line.published[0]?.publishing.retain).toBeUndefined();
  });

  it('sends what came while there was no line, in order, once there is one', () => {
    record(3);
    expect(sent()).toEqual([]);
    line.connect();
    expect(sent()).toEqual([1, 2, 3]);
  });

  it('sends again on every connection what was not acknowledged', () => {
    line.connect();
    record(3);
    acknowledge(1);
    line.take();
    line.lose();
    line.connect();
    expect(sent()).toEqual([2, 3]);
  });

  it('sends again after a while when the cloud says nothing, ever more patiently', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    line.connect();
    record(2);
    line.take();
    vi.advanceTimersByTime(2_000);
    expect(sent()).toEqual([1, 2]);
    vi.advanceTimersByTime(3_999);
    expect(sent()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent()).toEqual([1, 2]);
    acknowledge(2);
    vi.advanceTimersByTime(120_000);
    expect(sent()).toEqual([]);
  });

  it('sends events of a kind that a later release of the agent recorded, and forgets them when they are acknowledged', () => {
    const later = { kind: 'usage', source: 'north', payload: { code: 'ABC1234', lane: 1 } };
    journal.record(later as never);
    record();
    line.connect();
    expect(line.take()).toMatchObject([{ topic: 'wash/v1/12/evt/usage/north', message: { ...later, seq: 1 } }, { message: { seq: 2 } }]);
    acknowledge(2);
    expect(journal.outbox.after(0, 10)).toEqual([]);
  });

  it('has at most 64 on the way', () => {
    record(100);
    line.connect();
    expect(sent()).toHaveLength(64);
    acknowledge(10);
    expect(sent()).toEqual(Array.from({ length: 10 }, (_, n) => 65 + n));
  });

  it('forgets nothing on an acknowledgement of another journal, of what was not sent, or of nonsense', () => {
    line.connect();
    record(2);
    acknowledge(2, '0192f3a0-0000-7000-8000-000000000000');
    acknowledge(3);
    publisher.acknowledge(Buffer.from('no json'));
    publisher.acknowledge(Buffer.from('{}'));
    expect(journal.outbox.after(0, 10)).toHaveLength(2);
    acknowledge(2);
    expect(journal.outbox.after(0, 10)).toEqual([]);
  });
});
