import type { KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { commandBody, maxPayloadBytes, signedCommand, type CommandBody } from '@washdesk/site-protocol/envelope';
import { verifyCommand } from '@washdesk/site-protocol/signing';
import { commandTopic, parseTopic } from '@washdesk/site-protocol/topics';
import type { Message } from './connection.ts';

/**
 * Why a message is not a command: it gets no reply, only a warning and a count. `replayed`: retained or flagged as sent before; commands
 * never are.
 */
export type DropReason = 'replayed' | 'malformed' | 'unknown-key' | 'bad-signature' | 'misaddressed';

export interface Authority {
  site: number;
  /** The cloud's public Ed25519 keys by `kid`. */
  keys: ReadonlyMap<string, KeyObject>;
}

/** Returns the signed body of a message, or why it is dropped. A good body was meant for this site, device and verb. */
export function authenticate({ topic, payload, retain, dup }: Message, { site, keys }: Authority): CommandBody | DropReason {
  if (retain || dup) return 'replayed';
  if (payload.length > maxPayloadBytes) return 'malformed';
  const command = parseJson(payload.toString(), signedCommand);
  if (!command) return 'malformed';
  const key = keys.get(command.kid);
  if (!key) return 'unknown-key';
  if (!verifyCommand(key, topic, command)) return 'bad-signature';
  const body = parseJson(command.body, commandBody);
  if (!body) return 'malformed';
  return body.site === site && isAddressedTo(topic, body) && isReplyTopic(body.replyTo, site) ? body : 'misaddressed';
}

function parseJson<S extends z.ZodType>(text: string, schema: S): z.infer<S> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAddressedTo(topic: string, { site, device, verb }: CommandBody): boolean {
  try {
    return commandTopic(site, device, verb) === topic;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether the agent may publish to the reply topic: brokers disconnect a client that publishes to a forbidden topic. */
function isReplyTopic(topic: string, site: number): boolean {
  const parsed = parseTopic(topic);
  const [kind, client, ...more] = parsed?.rest ?? [];
  return parsed?.site === site && kind === 'rsp' && /^[a-z0-9_-]{1,40}$/.test(client ?? '') && more.length === 0;
}
