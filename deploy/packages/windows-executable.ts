import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

const run = promisify(execFile);

/** Node looks for a program in itself only if the last character is 1. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:';
const rawData = 10;

export interface ExecutableOptions {
  /** The program, as CommonJS. */
  code: string;
  version: string;
  /** node.exe of the running version. */
  node: Buffer;
  /** For intermediate files. */
  work: string;
}

/** Returns a single executable application: node.exe with the program and its version as resources. Node's own signature is removed. */
export async function windowsExecutable({ code, version, node, work }: ExecutableOptions): Promise<Buffer> {
  const executable = NtExecutable.from(withFuse(node), { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  resources.entries.push({
    type: rawData,
    id: 'NODE_SEA_BLOB',
    lang: 0,
    codepage: 0,
    bin: new Uint8Array(await programBlob(code, work)).buffer,
  });
  setVersion(resources, version);
  resources.outputResource(executable);
  return Buffer.from(executable.generate());
}

/** Snapshots and the code cache depend on the system that made them. Without options of the environment none changes the program. */
async function programBlob(code: string, work: string): Promise<Buffer> {
  const [main, output, config] = ['agent.cjs', 'agent.blob', 'sea.json'].map((name) => path.join(work, name)) as [string, string, string];
  writeFileSync(main, code);
  const options = { disableExperimentalSEAWarning: true, useSnapshot: false, useCodeCache: false, execArgvExtension: 'none' };
  writeFileSync(config, JSON.stringify({ main, output, ...options }));
  await run(process.execPath, ['--experimental-sea-config', config]);
  return readFileSync(output);
}

function withFuse(node: Buffer): Buffer {
  const bytes = Buffer.from(node);
  const at = bytes.indexOf(`${fuse}0`);
  if (at < 0 || bytes.includes(fuse, at + 1)) throw new Error('This node.exe is not prepared for a single executable application');
  bytes.write('1', at + fuse.length);
  return bytes;
}

function setVersion(resources: NtExecutableResource, version: string): void {
  const info = Resource.VersionInfo.fromEntries(resources.entries)[0];
  if (!info) throw new Error('This node.exe has no version information');
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/u).map(Number);
  info.setFileVersion(major, minor, patch, 0);
  info.setProductVersion(major, minor, patch, 0);
  const name = 'Washdesk site agent';
  const texts = { ProductName: name, FileDescription: name, CompanyName: 'Washdesk', LegalCopyright: 'Washdesk' };
  const files = { InternalName: 'agent', OriginalFilename: 'agent.exe', FileVersion: version, ProductVersion: version };
  for (const language of info.getAllLanguagesForStringValues()) info.setStringValues(language, { ...texts, ...files });
  info.outputToResourceEntries(resources.entries);
}
