import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, provideUnpacked, type Provided } from './debian-packages.ts';

/** Debian's socat, unpacked into a private folder. */
export interface Socat {
  readonly program: string;
  readonly libraries: string;
}

const packages = ['socat', 'libwrap0'];

/** Returns socat, or the reason in one line if unavailable. */
export async function provideSocat(cache = cacheFolder()): Promise<Provided<Socat>> {
  const root = path.join(cache, `socat-${process.arch}`);
  return provideUnpacked('socat', { root, packages: () => packages }, () => ({
    program: path.join(root, 'usr/bin/socat'),
    libraries: librariesOf(root),
  }));
}
