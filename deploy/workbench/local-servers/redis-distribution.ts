import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, reasonOf, unpackPackages } from './debian-packages.ts';

/** Debian's Redis, unpacked into a private folder. */
export interface RedisDistribution {
  readonly server: string;
  readonly libraries: string;
}

/** The server is a link to a program of the tools. */
const packages = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1'];

/** Returns Redis, or the reason in one line if unavailable. */
export async function provideRedis(cache = cacheFolder()): Promise<RedisDistribution | { readonly missing: string }> {
  const root = path.join(cache, `redis-${process.arch}`);
  try {
    await unpackPackages(root, () => packages);
    return { server: path.join(root, 'usr/bin/redis-server'), libraries: librariesOf(root) };
  } catch (error) {
    return { missing: `Redis cannot be provided here (${reasonOf(error)})` };
  }
}
