import type { KeyObject } from 'node:crypto';
import { derivedKey } from '../../../common/derived-key.ts';

/** Returns the secret with which the messages to a webhook are signed. It is derived, so no table contains it. */
export const signingSecrets =
  (tokenKey: KeyObject) =>
  (recipient: string): string =>
    `whsec_${derivedKey(tokenKey, `alert webhook ${recipient}`).toString('base64url')}`;
