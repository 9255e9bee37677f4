import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimPortBlock } from './port-block.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-ports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('claimPortBlock', () => {
  it('gives every name its own port, and the same one at the next start', async () => {
    const first = await claimPortBlock(folder);
    const ports = [first.port('postgres'), first.port('broker'), first.port('postgres')];
    expect(ports[0]).toBe(ports[2]);
    expect(ports[0]).not.toBe(ports[1]);
    first.release();

    const second = await claimPortBlock(folder);
    expect([second.port('postgres'), second.port('broker')]).toEqual(ports.slice(0, 2));
    second.release();
  });

  it('lets one workbench at a time into a folder', async () => {
    const first = await claimPortBlock(folder);
    await expect(claimPortBlock(folder)).rejects.toThrow(`A workbench already runs in ${folder}`);
    first.release();
    const second = await claimPortBlock(folder);
    second.release();
  });

  it('never gives two workbenches the same port', async () => {
    const other = path.join(folder, 'other');
    const blocks = await Promise.all([claimPortBlock(folder), claimPortBlock(other)]);
    expect(blocks[0].port('broker')).not.toBe(blocks[1].port('broker'));
    for (const block of blocks) block.release();
  });

  it('takes a requested port as it is', async () => {
    const block = await claimPortBlock(folder, { 'cloud-api': 8123 });
    expect(block.port('cloud-api')).toBe(8123);
    block.release();
  });
});
