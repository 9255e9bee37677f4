import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, provideUnpacked, type Provided } from './debian-packages.ts';

/** Debian's HAProxy, unpacked into a private folder. */
export interface HaproxyDistribution {
  readonly server: string;
  readonly libraries: string;
}

const packages = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1', 'libpcre2-8-0'];

/** Returns HAProxy, or the reason in one line if unavailable. */
export async function provideHaproxy(cache = cacheFolder()): Promise<Provided<HaproxyDistribution>> {
  const root = path.join(cache, `haproxy-${process.arch}`);
  return provideUnpacked('HAProxy', { root, packages: () => packages }, () => ({
    server: path.join(root, 'usr/sbin/haproxy'),
    libraries: librariesOf(root),
  }));
}
