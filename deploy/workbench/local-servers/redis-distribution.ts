import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, provideUnpacked, type Provided } from './debian-packages.ts';

/** Debian's Redis, unpacked into a private folder. */
export interface RedisDistribution {
  readonly server: string;
  readonly libraries: string;
}

/** The server is a link to a program of the tools. */
const packages = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1'];

/** Returns Redis, or the reason in one line if unavailable. */
export async function provideRedis(cache = cacheFolder()): Promise<Provided<RedisDistribution>> {
  const root = path.join(cache, `redis-${process.arch}`);
  return provideUnpacked('Redis', { root, packages: () => packages }, () => ({
    server: path.join(root, 'usr/bin/redis-server'),
    libraries: librariesOf(root),
  }));
}
