import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { endOrphans } from './processes/pid-record.ts';

/** Returns the path of a private server's database file. */
export function databaseFile(folder: string, name: string): string {
  return path.join(folder, 'data', `${name}.fdb`);
}

/** Copies a database file into the folder of a stopped server. */
export function placeDatabase(folder: string, name: string, from: string): void {
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  copyFileSync(from, databaseFile(folder, name));
}

/** Ends the server running in `folder`, if any, and removes its databases. */
export async function eraseFirebird(folder: string): Promise<void> {
  await endOrphans(folder);
  rmSync(folder, { recursive: true, force: true });
}
