import { accessSync, constants, statfsSync } from 'node:fs';

/** Linux's file system in memory. */
const folder = '/dev/shm';

/** Returns a folder in memory with that much room; null without one: a container may have little, and other systems have none. */
export function sharedMemory(enoughBytes: number): string | null {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enoughBytes ? folder : null;
  } catch {
    // the folder is missing, or not writable for this user
    return null;
  }
}
