import { sign, verify, type KeyObject } from 'node:crypto';
import type { SignedCommand } from './envelope.ts';

const signedText = (topic: string, body: string): Buffer => Buffer.from(`${topic}\n${body}`);

/** Signs `topic + '\n' + body` with Ed25519: a body moved to another gate's topic does not verify. */
export function signCommand(key: KeyObject, kid: string, topic: string, body: string): SignedCommand {
  return { kid, sig: sign(null, signedText(topic, body), key).toString('base64url'), body };
}

/** Returns false for a wrong or malformed signature, and never throws. */
export function verifyCommand(key: KeyObject, topic: string, command: SignedCommand): boolean {
  const signature = Buffer.from(command.sig, 'base64url');
  return signature.length === 64 && verify(null, signedText(topic, command.body), key, signature);
}
