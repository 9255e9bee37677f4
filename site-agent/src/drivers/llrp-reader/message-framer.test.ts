import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MessageFramer, type Message } from './message-framer.ts';
import { message } from './parameters.ts';

const anyMessage = fc.record({
  version: fc.constant(1),
  type: fc.integer({ min: 0, max: 1_023 }),
  id: fc.integer({ min: 0, max: 0xffff_ffff }),
  body: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
});

const bytesOf = (messages: readonly Message[]): Buffer => Buffer.concat(messages.map(({ type, id, body }) => message(type, id, body)));

function pushAll(framer: MessageFramer, bytes: Buffer, sizes: readonly number[]): Message[] {
  const messages: Message[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length]!;
    messages.push(...framer.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return messages;
}

it('returns the same messages however the bytes are cut', () => {
  const anySizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), anySizes, (messages, sizes) => {
      expect(pushAll(new MessageFramer(), bytesOf(messages), sizes)).toEqual(messages);
    }),
  );
});

it('returns a message of 4 MB that arrives in small pieces', () => {
  const large = { version: 1, type: 61, id: 7, body: Buffer.alloc(4 * 1024 * 1024 - 10, 0xab) };
  const found = pushAll(new MessageFramer(), bytesOf([large]), [1_000]);
  // comparing 4 MB byte by byte would take seconds
  expect(found.map(({ body }) => body.equals(large.body))).toEqual([true]);
});

it('never throws, and keeps the messages before the first foreign byte', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 3 }), fc.uint8Array({ minLength: 10 }), fc.nat(60), (messages, rubbish, size) => {
      const framer = new MessageFramer();
      const foreign = Buffer.from(rubbish);
      foreign[0]! |= 0x80;
      const found = pushAll(framer, Buffer.concat([bytesOf(messages), foreign]), [size + 1]);
      expect(found).toEqual(messages);
      expect(framer.refusal).toContain('doesn’t speak LLRP');
      expect(framer.push(bytesOf(messages))).toEqual([]);
    }),
  );
});

it('never throws, whatever arrives', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (chunks) => {
      const framer = new MessageFramer();
      for (const chunk of chunks) framer.push(Buffer.from(chunk));
    }),
  );
});

it.each([
  ['a length below the header’s', '043d00000009000000070000', 'bytes of another protocol'],
  ['a length above 4 MB', '043d0040000100000007', 'bytes of another protocol'],
  ['a reserved bit', '243d0000000a00000007', 'bytes of another protocol'],
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request').toString('hex'), '“HTTP/1.1 4”'],
])('refuses %s', (_, hex, sent) => {
  const framer = new MessageFramer();
  expect(framer.push(Buffer.from(hex, 'hex'))).toEqual([]);
  expect(framer.refusal).toBe(`it doesn’t speak LLRP on this port (it sent ${sent})`);
});
