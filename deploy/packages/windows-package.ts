import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { required } from '@washdesk/local-servers/debian-packages';
import { provideNsis, provideOsslsigncode } from '@washdesk/local-servers/unpacked-programs';
import { bundleAgent } from './bundle-agent.ts';
import { compileWindowsHost } from './compile-host.ts';
import { nodeForWindows } from './node-for-windows.ts';
import { windowsExecutable } from './windows-executable.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../windows/installer.nsi');

/** PEM files for Authenticode. */
export interface SigningKey {
  certificate: string;
  key: string;
}

export interface WindowsPackageOptions {
  version: string;
  out: string;
  signing?: SigningKey | undefined;
  /** LZMA takes minutes and a third off the size. */
  compressor?: 'lzma' | 'zlib' | 'off';
  /** Changes node.exe before the build. */
  prepareNode?: (node: Buffer) => Buffer;
}

/** Builds the Windows installer of the agent and returns its path. */
export async function buildWindowsPackage(options: WindowsPackageOptions): Promise<string> {
  const { version, out, signing, compressor = 'lzma', prepareNode = (node) => node } = options;
  const nsis = required(await provideNsis());
  const stage = mkdtempSync(path.join(tmpdir(), 'washdesk-windows-'));
  const [agent, host, setup] = ['agent.exe', 'washdesk-host.exe', 'setup.exe'].map((name) => path.join(stage, name)) as [
    string,
    string,
    string,
  ];
  const finish = (file: string): Promise<void> => (signing ? sign(file, signing) : Promise.resolve());
  try {
    const code = await bundleAgent({ system: 'windows', version });
    const node = prepareNode(readFileSync(await nodeForWindows()));
    writeFileSync(agent, await windowsExecutable({ code, version, node, work: stage }));
    await compileWindowsHost(host);
    await Promise.all([finish(agent), finish(host)]);
    const defines = { VERSION: version, STAGE: stage, OUT: setup, COMPRESSOR: compressor };
    await run(nsis.program, ['-V2', ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`), script], { env: nsis.env });
    await finish(setup);
    mkdirSync(out, { recursive: true });
    const file = path.join(out, `washdesk-agent-${version}-setup.exe`);
    rmSync(file, { force: true });
    await run('mv', [setup, file]);
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function sign(file: string, { certificate, key }: SigningKey): Promise<void> {
  const signed = `${file}.signed`;
  const { program, env } = required(await provideOsslsigncode());
  const how = ['-certs', certificate, '-key', key, '-h', 'sha256', '-n', 'Washdesk site agent'];
  await run(program, ['sign', ...how, '-in', file, '-out', signed], { env });
  renameSync(signed, file);
}
