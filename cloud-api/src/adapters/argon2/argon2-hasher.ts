import { hash, verify } from '@node-rs/argon2';
import type { SecretHasher } from '../../ports/secret-hasher.ts';

/** OWASP's first recommendation for argon2id (this package's default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function argon2Hasher(): SecretHasher {
  let decoy: Promise<string> | undefined;
  return {
    hash: (secret) => hash(secret, cost),
    async verify(kept, secret) {
      if (kept !== null) return verify(kept, secret);
      decoy ??= hash('nobody', cost);
      await verify(await decoy, secret);
      return false;
    },
  };
}
