import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, reasonOf, unpackPackages } from './debian-packages.ts';

/** Debian's Mosquitto, unpacked into a private folder. */
export interface Mosquitto {
  /** The server, and the program that writes its password file. */
  readonly server: string;
  readonly passwords: string;
  readonly libraries: string;
}

const PACKAGES = ['mosquitto', 'libmosquitto1', 'libcjson1', 'libdlt2', 'libwrap0'];

/** Returns Mosquitto, or the reason in one line if unavailable. */
export async function provideMosquitto(cache = cacheFolder()): Promise<Mosquitto | { readonly missing: string }> {
  const root = path.join(cache, `mosquitto-${process.arch}`);
  try {
    await unpackPackages(root, () => PACKAGES);
    return {
      server: path.join(root, 'usr/sbin/mosquitto'),
      passwords: path.join(root, 'usr/bin/mosquitto_passwd'),
      libraries: librariesOf(root),
    };
  } catch (error) {
    return { missing: `Mosquitto cannot be provided here (${reasonOf(error)})` };
  }
}
