import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('refuses a second agent in words, until the first one has ended', () => {
  const release = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  expect(() => lockDataFolder(folder)).toThrow(
    `Another agent uses the data folder ${folder}. Stop it first, or give this one its own folder in the setting 'data'`,
  );
  release();
  lockDataFolder(folder)();
});

it('ends with a process that is killed', async () => {
  const script = `import('${import.meta.resolve('./data-folder-lock.ts')}').then((lock) => {
    globalThis.kept = lock.lockDataFolder(process.argv[1]);
    console.log('locked');
    setInterval(() => undefined, 1000);
  })`;
  const other = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  other.kill('SIGKILL');
  await once(other, 'exit');
  lockDataFolder(folder)();
});

it('is taken on a full disk', () => {
  lockDataFolder(folder)();
  const script = `import('${import.meta.resolve('./data-folder-lock.ts')}').then((lock) => lock.lockDataFolder(process.argv[1])())`;
  // no file can grow, as on a full disk
  const take = () => execFileSync('prlimit', ['--fsize=0:unlimited', process.execPath, '-e', script, folder], { stdio: 'pipe' });
  expect(take).not.toThrow();
});
