import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maxPayloadBytes, type CommandBody } from '@washdesk/site-protocol/envelope';
import { signCommand } from '@washdesk/site-protocol/signing';
import { commandTopic, replyTopic } from '@washdesk/site-protocol/topics';
import { authenticate } from './authenticate.ts';
import type { Message } from './connection.ts';

const cloud = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const authority = { site: 12, keys: new Map([['k1', cloud.publicKey]]) };
const topic = commandTopic(12, 'north', 'open');

function body(change: Partial<CommandBody> = {}): CommandBody {
  return {
    v: 1,
    id: randomUUID(),
    site: 12,
    device: 'north',
    verb: 'open',
    replyTo: replyTopic(12, 'cloud'),
    exp: 1,
    sentBefore: null,
    payload: {},
    ...change,
  };
}

interface Sending extends Partial<Omit<Message, 'payload'>> {
  command?: unknown;
  text?: string;
  kid?: string;
  key?: typeof cloud.privateKey;
  signedFor?: string;
}

function message({ command = body(), text, kid = 'k1', key = cloud.privateKey, signedFor = topic, ...change }: Sending = {}): Message {
  const signed = text ?? JSON.stringify(signCommand(key, kid, signedFor, JSON.stringify(command)));
  return { topic, payload: Buffer.from(signed), qos: 1, retain: false, dup: false, ...change };
}

describe('authenticate', () => {
  it('lets a command of the cloud through, as it was signed', () => {
    const command = body({ lease: 'l'.repeat(20), payload: { employee: 1 } });
    expect(authenticate(message({ command }), authority)).toEqual(command);
  });

  it('lets a command through without a request id of another form', () => {
    const command = body({ requestId: '3f0c9a52-aaaa.1b2c3d4e' });
    expect(authenticate(message({ command }), authority)).toEqual(command);
    for (const requestId of ['two\nlines', 'x'.repeat(81), '', 7])
      expect(authenticate(message({ command: { ...command, requestId } }), authority)).toEqual({ ...command, requestId: undefined });
  });

  it.each<[string, Sending, string]>([
    ['retained', { retain: true }, 'replayed'],
    ['flagged as sent before', { dup: true }, 'replayed'],
    ['no JSON', { text: 'open!' }, 'malformed'],
    ['another shape', { text: '{"open":true}' }, 'malformed'],
    ['too large', { text: JSON.stringify({ kid: 'k1', sig: '', body: 'x'.repeat(maxPayloadBytes) }) }, 'malformed'],
    ['signed with a key that we do not know', { kid: 'k2' }, 'unknown-key'],
    ['signed by a stranger', { key: stranger.privateKey }, 'bad-signature'],
    ['signed for another gate', { signedFor: commandTopic(12, 'south', 'open') }, 'bad-signature'],
    ['without a signature', { text: JSON.stringify({ kid: 'k1', sig: '', body: JSON.stringify(body()) }) }, 'bad-signature'],
    ['signed, but no command', { command: { v: 2 } }, 'malformed'],
    ['for another site', { command: body({ site: 27 }) }, 'misaddressed'],
    ['for another device than its topic', { command: body({ device: 'south' }) }, 'misaddressed'],
    ['for another verb than its topic', { command: body({ verb: 'status' }) }, 'misaddressed'],
    ['for a device that is no topic segment', { command: body({ device: '../#' }) }, 'misaddressed'],
    ['to be answered at another site', { command: body({ replyTo: replyTopic(27, 'cloud') }) }, 'misaddressed'],
    ['to be answered by a command', { command: body({ replyTo: commandTopic(12, 'south', 'open') }) }, 'misaddressed'],
    ['with a response topic for every subscriber', { command: body({ replyTo: 'wash/v1/12/rsp/#' }) }, 'misaddressed'],
  ])('drops a message that is %s', (_name, sending, cause) => {
    expect(authenticate(message(sending), authority)).toBe(cause);
  });
});
