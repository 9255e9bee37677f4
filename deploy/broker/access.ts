import { createHash, randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { BrokerUser } from './config.ts';
import { covers, matches } from './topic-filter.ts';

/** Only presence may be retained; a retained command would open a gate whenever its agent connects. */
const RETAINABLE = 'wash/v1/+/state/#';

export const MAX_PAYLOAD_BYTES = 128 * 1024;

const HASHED = /^scrypt:([\w-]+):([\w-]+)$/;
const KEY_BYTES = 32;

const derive = promisify<Buffer, Buffer, number, Buffer>(scrypt);

/**
 * Returns the user with this name and password, or null. An unknown name takes as long as a wrong password of the first user. Hashes are
 * computed off the event loop, so that many agents connecting at once delay no command.
 */
export async function authenticate(users: readonly BrokerUser[], username: string, password: Buffer): Promise<BrokerUser | null> {
  const user = users.find((candidate) => candidate.username === username);
  const stored = (user ?? users[0])?.password ?? '';
  const isRight = await passwordMatches(stored, password);
  return user && isRight ? user : null;
}

export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64url')}:${scryptSync(password, salt, KEY_BYTES).toString('base64url')}`;
}

async function passwordMatches(stored: string, given: Buffer): Promise<boolean> {
  const [, salt, expected] = HASHED.exec(stored) ?? [];
  if (salt === undefined || expected === undefined) return timingSafeEqual(digest(stored), digest(given));
  return timingSafeEqual(Buffer.from(expected, 'base64url'), await derive(given, Buffer.from(salt, 'base64url'), KEY_BYTES));
}

/** Fixed length, as a constant-time comparison requires. */
const digest = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

export interface Publication {
  readonly topic: string;
  readonly payload: { readonly length: number };
  readonly retain?: boolean;
}

/** Returns why the user may not publish this; null if allowed. */
export function refusePublication(user: BrokerUser, { topic, payload, retain }: Publication): string | null {
  if (!user.publish.some((filter) => matches(filter, topic))) return `${user.username} may not publish to ${topic}`;
  if (payload.length > MAX_PAYLOAD_BYTES) return `${payload.length} bytes to ${topic} are more than ${MAX_PAYLOAD_BYTES}`;
  if (retain && !matches(RETAINABLE, topic)) return `${topic} is never retained`;
  return null;
}

export function maySubscribe(user: BrokerUser, filter: string): boolean {
  return user.subscribe.some((granted) => covers(granted, filter));
}
