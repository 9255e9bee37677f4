import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derivedKey } from './derived-key.ts';

/** An Ed25519 key of 32 bytes 7. */
const secret = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'07'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});

describe('a derived key', () => {
  it('stays the same in every release: links in messages and handles of cards depend on it', () => {
    expect(derivedKey(secret, 'member links').toString('hex')).toBe('85623ce61c94d30766cd3856e91988305ba4501259c44c5e839c98a35780a0ec');
    expect(derivedKey(secret, 'card handles', 64).toString('hex')).toBe(
      'ca412540e73a615668f840d17c00e8510f1646900b2bc6950d7809906155fceec039f921d1c507b5992b91366eeb45708e77222e3720a406921dd9c1975e431a',
    );
  });
});
