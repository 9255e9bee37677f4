import { sign, verify, type KeyObject } from 'node:crypto';
import type { SignedCommand } from './envelope.ts';

const signedText = (topic: string, body: string): Buffer => Buffer.from(`${topic}\n${body}`);

/** Ed25519 over `topic + '\n' + body`: a body moved to another gate's topic does not verify. */
export function signCommand(key: KeyObject, kid: string, topic: string, body: string): SignedCommand {
  return { kid, sig: sign(null, signedText(topic, body), key).toString('base64url'), body };
}

/** False for a wrong signature; a malformed signature is wrong, never an exception. */
export function verifyCommand(key: KeyObject, topic: string, command: SignedCommand): boolean {
  const signature = Buffer.from(command.sig, 'base64url');
  return signature.length === 64 && verify(null, signedText(topic, command.body), key, signature);
}
