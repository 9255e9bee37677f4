import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TagRead } from '../../ports/tag-reader.ts';
import type { Transport } from '../../transports/transport.ts';
import { llrpReader } from './definition.ts';
import { LlrpSession } from './llrp-session.ts';
import { MessageFramer, type Message } from './message-framer.ts';
import { message, tlv, u16 } from './parameters.ts';
import { ReaderProblems } from './reader-problems.ts';

/** The reader's uptime at the connection. */
const startedAt = 3_600_000;
const greeting = message(63, 0, tlv(246, tlv(129, uptime(startedAt)), tlv(256, u16(0))));
const ok = tlv(287, u16(0), u16(0));

function uptime(ms: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.round(ms)) * 1_000n);
  return bytes;
}

let now: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  now = performance.now();
});

afterEach(() => vi.useRealTimers());

/** A session over a transport that records what is written. `answers` false is a reader that never responds. */
function sessionOf({ answers = true, accepts = true, response = ok } = {}) {
  const closed = Promise.withResolvers<string>();
  const written: Message[] = [];
  const reads: TagRead[] = [];
  const problems = new ReaderProblems(() => undefined);
  let send = (_bytes: Buffer): void => undefined;
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
    closed.resolve('closed');
  };
  const framer = new MessageFramer();
  const transport: Transport = {
    get isOpen() {
      return isOpen;
    },
    closed: closed.promise,
    close: end,
    abort: end,
    onData: (listener) => (send = listener),
    write(bytes) {
      for (const each of framer.push(Buffer.from(bytes))) {
        written.push(each);
        if (answers && each.type < 40) queueMicrotask(() => send(message(each.type === 14 ? 4 : each.type + 10, each.id, response)));
      }
      return accepts ? Promise.resolve() : new Promise(() => undefined);
    },
  };
  const config = { id: 'r', name: 'R', driver: 'llrp-reader', host: '10.0.0.10', port: 5084, antennas: { '1': 1 } };
  const session = new LlrpSession({ config: llrpReader.config.parse(config), transport, problems, onRead: (read) => reads.push(read) });
  const report = (seenMs: number): void =>
    send(message(61, 9, tlv(240, Buffer.from(`8d${'ab'.repeat(12)}85`, 'hex'), uptime(startedAt + seenMs))));
  return { session, written, reads, problems, report, send: (bytes: Buffer) => send(bytes), isOpen: () => isOpen };
}

async function failureOf(started: Promise<void>): Promise<string | null> {
  return started.then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
}

it('names a reader that accepts the connection and says nothing', async () => {
  const { session, isOpen } = sessionOf();
  const failure = failureOf(session.start());
  await vi.advanceTimersByTimeAsync(5_000);
  const hint = 'check the port, and whether the reader requires TLS';
  expect(await failure).toBe(`10.0.0.10:5084: it accepted the connection but sent no LLRP event: ${hint}`);
  expect(isOpen()).toBe(false);
});

it('names the request that a reader does not answer', async () => {
  const { session, send } = sessionOf({ answers: false });
  send(greeting);
  const failure = failureOf(session.start());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await failure).toBe('10.0.0.10:5084: it didn’t respond to DELETE_ROSPEC');
});

it('connects anew when it gets old reads only, as after a clock that was set back', async () => {
  const { session, send, report, reads } = sessionOf();
  send(greeting);
  await session.start();
  for (let ms = 0; ms <= 12_000; ms += 1_000) {
    await vi.advanceTimersByTimeAsync(1_000);
    send(message(62, 1));
    report(ms - 60_000);
  }
  expect(await session.lost).toBe('10.0.0.10:5084: it sends old reads only, or its clock was set back');
  expect(reads).toEqual([]);
});

it('stays connected while new reads come between the old ones', async () => {
  const { session, send, report, reads, isOpen } = sessionOf();
  send(greeting);
  await session.start();
  for (let n = 0; n < 12; n += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    report(-60_000);
    report(performance.now() - now);
  }
  expect(reads).toHaveLength(12);
  expect(isOpen()).toBe(true);
});

it('acknowledges one keepalive at a time, so that a reader that reads nothing does not fill the memory', () => {
  const { written, send } = sessionOf({ accepts: false });
  for (let id = 0; id < 1_000; id += 1) send(message(62, id));
  expect(written.map(({ type, id }) => [type, id])).toEqual([[72, 0]]);
});

it('ends a problem of the moment after a minute without another one', async () => {
  const { problems, send } = sessionOf();
  const overflow = message(63, 0, tlv(246, tlv(251)));
  send(overflow);
  await vi.advanceTimersByTimeAsync(40_000);
  send(overflow);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(problems.text).toBe('reads are lost: its report buffer has overflowed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(problems.text).toBeUndefined();
});

it.each([
  ['without the end of its status', Buffer.from('011f000800', 'hex')],
  ['with a parameter of unknown length', Buffer.from('ff', 'hex')],
])('names a reader that responds %s, and can be stopped', async (_, response) => {
  const { session, send, isOpen } = sessionOf({ response });
  send(greeting);
  expect(await failureOf(session.start())).toMatch(/^10\.0\.0\.10:5084: it sends messages that can’t be read: parameter/);
  await session.close();
  expect(isOpen()).toBe(false);
});

it('keeps the first words of a problem while a reader reports hundreds of others', () => {
  const { problems, send } = sessionOf();
  for (let n = 0; n < 300; n += 1) send(message(63, n, tlv(246, tlv(252, u16(3), Buffer.from(String(100 + n))))));
  expect(problems.text).toBe('it reports an error: 100');
});

it('takes any message without throwing: an error in a socket’s listener would end the agent', () => {
  const anyBody = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
  const event = fc.tuple(fc.integer({ min: 240, max: 260 }), anyBody).map(([type, body]) => tlv(246, tlv(type, body)));
  const tag = anyBody.map((body) => tlv(240, body));
  const any = fc.tuple(fc.constantFrom(1, 31, 61, 62, 63, 100, 1_023), fc.nat(3), fc.oneof(anyBody, event, tag));
  fc.assert(
    fc.property(fc.array(any), (messages) => {
      const { session, send, problems } = sessionOf();
      session.start().catch(() => undefined);
      for (const [type, id, body] of messages) send(message(type, id, body));
      problems.stop();
    }),
  );
});
