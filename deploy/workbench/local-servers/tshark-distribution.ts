import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';
import { librariesOf, missingPackagesOf, provideUnpacked, type Provided } from './debian-packages.ts';

const run = promisify(execFile);

/** Wireshark's dissector on the command line, and the program that writes its captures. */
export interface Tshark {
  readonly tshark: string;
  readonly text2pcap: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns the installed tshark, or Debian's unpacked into a private folder, or the reason in one line if unavailable. */
export async function provideTshark(cache = cacheFolder()): Promise<Provided<Tshark>> {
  if (await isInstalled()) return { tshark: 'tshark', text2pcap: 'text2pcap', env: process.env };
  const root = path.join(cache, `tshark-${process.arch}`);
  const program = (name: string): string => path.join(root, 'usr/bin', name);
  return provideUnpacked('tshark', { root, packages: () => missingPackagesOf('tshark') }, () => ({
    tshark: program('tshark'),
    text2pcap: program('text2pcap'),
    env: { ...process.env, LD_LIBRARY_PATH: librariesOf(root) },
  }));
}

async function isInstalled(): Promise<boolean> {
  try {
    await Promise.all([run('tshark', ['--version']), run('text2pcap', ['--version'])]);
    return true;
  } catch {
    return false;
  }
}
