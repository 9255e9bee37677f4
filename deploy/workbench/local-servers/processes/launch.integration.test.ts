import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launch, type Launched } from './launch.ts';
import { makeOrphan } from './orphan.fixture.ts';
import { endOrphans } from './pid-record.ts';
import { processIdentity } from './process-identity.ts';
import { createService } from './service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-launch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const WAITS = "console.log('up'); setInterval(() => undefined, 1000);";
const DEAF = `process.on('SIGTERM', () => console.log('no')); ${WAITS}`;

async function program(script: string, graceMs = 5000): Promise<Launched> {
  const launched = await launch({ name: 'program', folder, program: process.execPath, args: ['-e', script], graceMs });
  await launched.ready(() => (launched.output().includes('up') ? true : null));
  return launched;
}

describe('launch', () => {
  it('keeps the output, and a pid record as long as the program runs', async () => {
    const launched = await program(WAITS);
    expect(existsSync(path.join(folder, 'program.pid.json'))).toBe(true);
    await launched.stop();
    expect(launched.isRunning()).toBe(false);
    expect(existsSync(path.join(folder, 'program.pid.json'))).toBe(false);
    expect(launched.output()).toBe('up\n');
  });

  it('kills a program that does not listen to its stop signal', async () => {
    const launched = await program(DEAF, 200);
    await launched.stop();
    expect(processIdentity(launched.pid)).toBeNull();
    expect(launched.output()).toContain('no');
  });

  it('stops a suspended program', async () => {
    const launched = await program(WAITS);
    process.kill(launched.pid, 'SIGSTOP');
    await launched.stop();
    expect(launched.isRunning()).toBe(false);
  });

  it('tells the last words of a program that ends instead of getting ready', async () => {
    const failing = await launch({ name: 'program', folder, program: process.execPath, args: ['-e', "console.error('no disk')"] });
    await expect(failing.ready(() => null)).rejects.toThrow(
      /^program ended while starting with code 0 \(log: .*program\.log\)\.\nno disk$/,
    );
  });

  it('fails for a program that there is not', async () => {
    await expect(launch({ name: 'program', folder, program: path.join(folder, 'nothing'), args: [] })).rejects.toThrow('ENOENT');
  });
});

describe('a service', () => {
  it('starts again after kill -9, under another pid', async () => {
    const service = createService('program', () => program(WAITS));
    await service.start();
    const first = service.pid;
    await service.kill();
    expect(service.pid).toBeNull();
    await service.restart();
    expect(service.isRunning).toBe(true);
    expect(service.pid).not.toBe(first);
    await service.stop();
  });
});

describe('endOrphans', () => {
  it('ends what a killed run left behind, and no other process', async () => {
    const command = JSON.stringify({ name: 'program', folder, program: process.execPath, args: ['-e', WAITS] });
    const orphan = await makeOrphan(
      path.join(import.meta.dirname, 'launch.ts'),
      `const p = await module.launch(${command}); console.log(p.pid);`,
    );
    const stranger = await launch({ name: 'stranger', folder: path.join(folder, 'other'), program: process.execPath, args: ['-e', WAITS] });
    expect(processIdentity(orphan)).not.toBeNull();

    expect(await endOrphans(folder)).toEqual(['program']);
    expect(processIdentity(orphan)).toBeNull();
    expect(stranger.isRunning()).toBe(true);
    await stranger.stop();
  });
});
