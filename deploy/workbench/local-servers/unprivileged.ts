import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** PostgreSQL does not run as root. On Debian and its derivatives 65534 is "nobody". */
const NOBODY = { uid: 65534, gid: 65534 };

const OTHERS_MAY_ENTER = 0o001;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the user that a server runs as: "nobody" if this process runs as root, otherwise undefined (this process's user). */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  return isRoot() ? NOBODY : undefined;
}

/** Whether that user can enter every folder above `target`. */
export function isWorldReadable(target: string): boolean {
  if (!isRoot()) return true;
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & OTHERS_MAY_ENTER) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Returns a folder owned by root that every user may enter, for files that must be reachable when the work tree is not. */
export function rootOnlyFolder(): string {
  const folder = '/var/lib/washdesk';
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/**
 * Returns a folder that belongs to the unprivileged user: `folder` itself if that user can reach it, otherwise a replacement in a
 * root-owned folder.
 */
export function unprivilegedFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (!isRoot()) return folder;
  chmodSync(folder, 0o711);
  const place = isWorldReadable(folder) ? folder : standIn(folder);
  mkdirSync(place, { recursive: true, mode: 0o711 });
  chownSync(place, NOBODY.uid, NOBODY.gid);
  return place;
}

function standIn(folder: string): string {
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16);
  return path.join(rootOnlyFolder(), name);
}

/** Makes the unprivileged user the owner of a folder and its content, after root copied it. */
export function giveToUnprivileged(folder: string): void {
  if (!isRoot()) return;
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => path.join(entry.parentPath, entry.name));
  for (const place of [folder, ...paths]) chownSync(place, NOBODY.uid, NOBODY.gid);
}
