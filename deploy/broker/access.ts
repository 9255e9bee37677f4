import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { BrokerUser } from './config.ts';
import { covers, matches } from './topic-filter.ts';

/** Presence is the only thing that may be retained; a retained command would open a gate whenever its agent connects. */
const RETAINABLE = 'wash/v1/+/state/#';

export const MAX_PAYLOAD_BYTES = 128 * 1024;

const HASHED = /^scrypt:([\w-]+):([\w-]+)$/;
const KEY_BYTES = 32;

/** The user of this name and password, or null. Takes as long for an unknown name as for a wrong password. */
export function authenticate(users: readonly BrokerUser[], username: string, password: Buffer): BrokerUser | null {
  const user = users.find((candidate) => candidate.username === username);
  const isRight = passwordMatches(user?.password ?? NOBODY, password);
  return user && isRight ? user : null;
}

export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64url')}:${scryptSync(password, salt, KEY_BYTES).toString('base64url')}`;
}

const NOBODY = hashPassword(randomBytes(16).toString('hex'));

function passwordMatches(stored: string, given: Buffer): boolean {
  const hashed = HASHED.exec(stored);
  const salt = Buffer.from(hashed?.[1] ?? '', 'base64url');
  const expected = hashed ? Buffer.from(hashed[2] ?? '', 'base64url') : scryptSync(stored, salt, KEY_BYTES);
  return timingSafeEqual(expected, scryptSync(given, salt, KEY_BYTES));
}

export interface Publication {
  readonly topic: string;
  readonly payload: { readonly length: number };
  readonly retain?: boolean;
}

/** Why the user may not publish this; null where it may. */
export function refusePublication(user: BrokerUser, { topic, payload, retain }: Publication): string | null {
  if (!user.publish.some((filter) => matches(filter, topic))) return `${user.username} may not publish to ${topic}`;
  if (payload.length > MAX_PAYLOAD_BYTES) return `${payload.length} bytes to ${topic} are more than ${MAX_PAYLOAD_BYTES}`;
  if (retain && !matches(RETAINABLE, topic)) return `${topic} is never retained`;
  return null;
}

export function maySubscribe(user: BrokerUser, filter: string): boolean {
  return user.subscribe.some((granted) => covers(granted, filter));
}
