import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, reasonOf, unpackPackages } from './debian-packages.ts';

/** Debian's socat, unpacked into a private folder. */
export interface Socat {
  readonly program: string;
  readonly libraries: string;
}

const packages = ['socat', 'libwrap0'];

/** Returns socat, or the reason in one line if unavailable. */
export async function provideSocat(cache = cacheFolder()): Promise<Socat | { readonly missing: string }> {
  const root = path.join(cache, `socat-${process.arch}`);
  try {
    await unpackPackages(root, () => packages);
    return { program: path.join(root, 'usr/bin/socat'), libraries: librariesOf(root) };
  } catch (error) {
    return { missing: `socat cannot be provided here (${reasonOf(error)})` };
  }
}
