import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { Journal } from './journal.ts';

const writer = fileURLToPath(new URL('writer.fixture.ts', import.meta.url));

let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Writes until it has reported `count` numbers, then is killed by kill -9. Returns the last reported number. */
function writeAndDie(count: number, ...more: string[]): Promise<number> {
  const child = spawn(process.execPath, [writer, folder.path, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.split('\n').length > count) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('close', () => resolve(Number(said.split('\n').at(-2)))));
}

const open = (): Journal =>
  new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });

describe('a kill -9 in the middle', () => {
  it('loses nothing that was said to be stored, and leaves no gap', async () => {
    const said = await writeAndDie(50);
    const journal = open();
    try {
      const stored = journal.outbox.after(0, 100_000).map(({ seq }) => seq);
      expect(stored.length).toBeGreaterThanOrEqual(said);
      expect(stored).toEqual(Array.from({ length: stored.length }, (_, index) => index + 1));
      for (let n = 1; n <= said; n += 1) expect(journal.loggedAction(`action-${n}`)).toEqual({ result: n });
    } finally {
      journal.close();
    }
  });

  it('names events that a full disk had not taken', async () => {
    const said = await writeAndDie(50, '20');
    const journal = open();
    try {
      expect(journal.outbox.after(0, 100_000).length).toBeLessThan(said);
      expect(journal.lost).toBe('its disk was full when it stopped');
    } finally {
      journal.close();
    }
  });
});
