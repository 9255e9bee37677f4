import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Replaces a file that only the agent's user may read. A power failure leaves the old file or the new one. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(`${file}.tmp`, 'w', 0o600);
  try {
    // unlike `writeSync`, it fails if the disk takes only a part
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.tmp`, file);
}
