import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { librariesOf, type Provided } from './debian-packages.ts';
import { provideProgram, type UnpackedProgram } from './unpacked-programs.ts';

/** Wine for 64-bit programs: its loader, and the server that all programs of a prefix share. */
export interface Wine extends UnpackedProgram {
  readonly server: string;
}

export async function provideWine(): Promise<Provided<Wine>> {
  const wine = await provideProgram('wine', { packages: ['wine64', 'wine'], program: 'usr/lib/wine/wine64', configure });
  return 'missing' in wine ? wine : { ...wine, server: path.join(path.dirname(wine.program), 'wineserver64') };
}

/** Does what the packages' scripts do, for the 64-bit part. */
function configure(root: string): void {
  const libraries = path.join(librariesOf(root), 'wine');
  // a script that looks for the server in /usr
  rmSync(path.join(root, 'usr/lib/wine/wineserver'));
  symlinkSync('wineserver64', path.join(root, 'usr/lib/wine/wineserver'));
  // Wine accepts a library as its own by this text in the header
  const zlib = readFileSync(path.join(root, 'usr/x86_64-w64-mingw32/lib/zlib1.dll'));
  zlib.write(`Wine builtin DLL${'\0'.repeat(16)}`, 64);
  writeFileSync(path.join(libraries, 'x86_64-windows/zlib1.dll'), zlib);
  // half of its size, copied into each prefix
  rmSync(path.join(libraries, 'i386-windows'), { recursive: true });
}
