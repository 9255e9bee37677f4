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
import { readReleaseKeys, type ReleaseKeys } from './release-keys.ts';
import { windowsExecutable } from './windows-executable.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../windows/installer.nsi');

/** PEM files for Authenticode. */
export interface SigningKey {
  certificate: string;
  key: string;
}

export interface WindowsAgentOptions {
  version: string;
  /** By default those of the repository. */
  releaseKeys?: ReleaseKeys;
  signing?: SigningKey | undefined;
  /** Changes node.exe before the build. */
  prepareNode?: (node: Buffer) => Buffer;
}

export interface WindowsPackageOptions extends WindowsAgentOptions {
  out: string;
  /** LZMA takes minutes and a third off the size. */
  compressor?: 'lzma' | 'zlib' | 'off';
}

/** Builds the agent for Windows as one program. */
export async function buildWindowsAgent(file: string, options: WindowsAgentOptions): Promise<void> {
  const { version, releaseKeys = readReleaseKeys(), signing, prepareNode = (node) => node } = options;
  const work = mkdtempSync(path.join(tmpdir(), 'washdesk-agent-'));
  try {
    const code = await bundleAgent({ system: 'windows', version, releaseKeys });
    const node = prepareNode(readFileSync(await nodeForWindows()));
    writeFileSync(file, await windowsExecutable({ code, version, node, work }));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (signing) await sign(file, signing);
}

/** Builds the Windows installer of the agent and returns its path. */
export async function buildWindowsPackage(options: WindowsPackageOptions): Promise<string> {
  const { version, out, signing, compressor = 'lzma' } = options;
  const nsis = required(await provideNsis());
  const stage = mkdtempSync(path.join(tmpdir(), 'washdesk-windows-'));
  const [agent, host, setup] = ['agent.exe', 'washdesk-host.exe', 'setup.exe'].map((name) => path.join(stage, name)) as [
    string,
    string,
    string,
  ];
  try {
    await buildWindowsAgent(agent, options);
    await compileWindowsHost(host);
    if (signing) await sign(host, signing);
    const defines = { VERSION: version, STAGE: stage, OUT: setup, COMPRESSOR: compressor };
    await run(nsis.program, ['-V2', ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`), script], { env: nsis.env });
    if (signing) await sign(setup, signing);
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
