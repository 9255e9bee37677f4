import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;

/** creates a small fresh clone: the real bootstrap, a lockfile without packages, and a script that prints its arguments */
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'washdesk-bootstrap-'));
  const tools = path.join(root, 'deploy/tools');
  const workbench = path.join(root, 'deploy/workbench');
  for (const folder of [tools, workbench]) mkdirSync(folder, { recursive: true });
  for (const file of ['bootstrap.mjs', 'installed.mjs']) cpSync(path.join(import.meta.dirname, file), path.join(tools, file));
  const identity = { name: 'clone', version: '1.0.0' };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ ...identity, type: 'module' }));
  lockfile({ ...identity, lockfileVersion: 3, requires: true, packages: { '': identity } });
  writeFileSync(path.join(tools, 'test.ts'), 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;');
  writeFileSync(
    path.join(workbench, 'start.ts'),
    "process.once('SIGTERM', () => { console.log('stopping'); process.exit(3); }); setInterval(() => undefined, 1000); console.log('running');",
  );
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function lockfile(content: object): void {
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify(content));
}

function bootstrap(...args: string[]): ChildProcess {
  const env = { ...process.env, npm_execpath: '' };
  return spawn(process.execPath, ['deploy/tools/bootstrap.mjs', ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finish(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, ...texts };
}

describe('bootstrap', () => {
  it('installs once, hands the arguments over and passes the exit code on; stdout is the script’s alone', async () => {
    const first = await finish(bootstrap('test', 'unit', '--fast'));
    expect(first).toMatchObject({ code: 7, stdout: '["unit","--fast"]\n' });
    expect(first.stderr).toContain('Installing dependencies');
    const second = await finish(bootstrap('test'));
    expect(second.stderr).not.toContain('Installing');
  });

  it('has a tool work on the workbench of the folder that is named, and keeps that to itself', async () => {
    const tools = path.join(root, 'cloud-api/src/cli');
    const workbench = path.join(root, 'deploy/workbench');
    for (const folder of [tools, workbench]) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(tools, 'staff.ts'), "console.log(process.env['WORKBENCH'], JSON.stringify(process.argv.slice(2)));");
    for (const folder of ['.washdesk', 'another']) {
      mkdirSync(path.join(root, folder), { recursive: true });
      writeFileSync(path.join(root, folder, 'cloud.env'), `WORKBENCH=${folder}\n`);
    }
    expect((await finish(bootstrap('staff', 'list'))).stdout).toBe('.washdesk ["list"]\n');
    expect((await finish(bootstrap('staff', 'list', '--folder', path.join(root, 'another'), '--all'))).stdout).toBe(
      'another ["list","--all"]\n',
    );
  });

  it('installs again when the lockfile has changed', async () => {
    await finish(bootstrap('test'));
    lockfile({
      name: 'clone',
      version: '1.0.1',
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name: 'clone', version: '1.0.0' } },
    });
    expect((await finish(bootstrap('test'))).stderr).toContain('Installing dependencies');
  });

  it('installs once when two commands start together', async () => {
    const both = await Promise.all([finish(bootstrap('test')), finish(bootstrap('test'))]);
    expect(both.map(({ code }) => code)).toEqual([7, 7]);
    expect(both.filter(({ stderr }) => stderr.includes('Installing'))).toHaveLength(1);
  });

  it('forwards SIGTERM and ends with the script’s exit code', async () => {
    const child = bootstrap('start');
    const end = finish(child);
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await end).code).toBe(3);
  });

  it('names the commands it knows', async () => {
    const { code, stderr } = await finish(bootstrap('fly'));
    expect(code).toBe(1);
    expect(stderr).toContain('Usage: npm run <start|dev|test');
  });
});
