import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { missingPackagesOf, provideUnpacked, type Provided } from './debian-packages.ts';

/** A program of Debian with the environment that it runs in. */
export interface UnpackedProgram {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Source {
  packages: readonly string[];
  /** Path below the unpacked packages. */
  program: string;
  env?: (root: string) => NodeJS.ProcessEnv;
  configure?: (root: string) => void;
}

/**
 * Returns the installed program, or Debian's, unpacked into a private folder together with what this machine lacks for it, or the reason if
 * unavailable.
 */
export async function provideProgram(name: string, { packages, program, env, configure }: Source): Promise<Provided<UnpackedProgram>> {
  const installed = path.join('/', program);
  if (existsSync(installed)) return { program: installed, env: process.env };
  const root = path.join(cacheFolder(), `${name}-${process.arch}`);
  const search = {
    PATH: `${path.join(root, 'usr/bin')}:${process.env['PATH']}`,
    LD_LIBRARY_PATH: path.join(root, 'usr/lib/x86_64-linux-gnu'),
  };
  return provideUnpacked(name, { root, packages: () => missingPackagesOf(...packages), configure }, () => ({
    program: path.join(root, program),
    env: { ...process.env, ...search, ...env?.(root) },
  }));
}

/** The C compiler for this Linux. */
export const provideGcc = (): Promise<Provided<UnpackedProgram>> =>
  provideProgram('gcc', {
    packages: ['gcc', 'libc6-dev'],
    program: 'usr/bin/gcc',
    env: (root) => ({
      C_INCLUDE_PATH: ['usr/include', 'usr/include/x86_64-linux-gnu'].map((folder) => path.join(root, folder)).join(':'),
      LIBRARY_PATH: path.join(root, 'usr/lib/x86_64-linux-gnu'),
    }),
  });

/** The C compiler for 64-bit Windows. */
export const provideMingw = (): Promise<Provided<UnpackedProgram>> =>
  provideProgram('mingw', { packages: ['gcc-mingw-w64-x86-64-win32'], program: 'usr/bin/x86_64-w64-mingw32-gcc-win32' });

/** The compiler of Windows installers. */
export const provideNsis = (): Promise<Provided<UnpackedProgram>> =>
  provideProgram('nsis', {
    packages: ['nsis', 'nsis-common'],
    program: 'usr/bin/makensis',
    env: (root) => ({ NSISDIR: path.join(root, 'usr/share/nsis') }),
  });

/** Signs programs for Windows. */
export const provideOsslsigncode = (): Promise<Provided<UnpackedProgram>> =>
  provideProgram('osslsigncode', { packages: ['osslsigncode'], program: 'usr/bin/osslsigncode' });
