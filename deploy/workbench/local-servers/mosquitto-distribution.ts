import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, provideUnpacked, type Provided } from './debian-packages.ts';

/** Debian's Mosquitto, unpacked into a private folder. */
export interface Mosquitto {
  /** The server, and the program that writes its password file. */
  readonly server: string;
  readonly passwords: string;
  readonly libraries: string;
}

const PACKAGES = ['mosquitto', 'libmosquitto1', 'libcjson1', 'libdlt2', 'libwrap0'];

/** Returns Mosquitto, or the reason in one line if unavailable. */
export async function provideMosquitto(cache = cacheFolder()): Promise<Provided<Mosquitto>> {
  const root = path.join(cache, `mosquitto-${process.arch}`);
  return provideUnpacked('Mosquitto', { root, packages: () => PACKAGES }, () => ({
    server: path.join(root, 'usr/sbin/mosquitto'),
    passwords: path.join(root, 'usr/bin/mosquitto_passwd'),
    libraries: librariesOf(root),
  }));
}
