import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const linux = path.join(import.meta.dirname, '../linux');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a program that the scripts find before the system's. */
function program(name: string, script: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
}
const run = (script: string, args: string[], env: Record<string, string> = {}): string =>
  execFileSync('sh', [script, ...args], { env: { PATH: `${folder}:/usr/bin:/bin`, ...env }, encoding: 'utf8' }).trim();

it('the command of the package writes as the user of the service, into the service’s folder', () => {
  program('id', 'echo 0');
  program('runuser', 'echo "$WASHDESK_DATA_FOLDER: $*"');
  expect(run(path.join(linux, 'washdesk-agent'), ['enroll', 'https://desk.example.com', '7KQ4M-X2P9T'])).toBe(
    '/var/lib/washdesk: -u washdesk -- /usr/lib/washdesk/node /usr/lib/washdesk/agent enroll https://desk.example.com 7KQ4M-X2P9T',
  );
});

it('the installation says how the computer is enrolled, until it is', () => {
  program('systemd-sysusers', 'exit 0');
  const [root, script] = [path.join(folder, 'root'), path.join(folder, 'postinst')];
  mkdirSync(path.join(root, 'usr/lib/washdesk'), { recursive: true });
  writeFileSync(path.join(root, 'usr/lib/washdesk/agent'), '');
  writeFileSync(script, readFileSync(path.join(linux, 'scripts/postinst'), 'utf8').replaceAll('@VERSION@', '1.0.0'));
  const install = (): string => run(script, ['configure'], { DPKG_ROOT: root });
  expect(install()).toContain('washdesk-agent enroll https://<cloud> <code> && systemctl restart washdesk-agent');
  const identity = path.join(root, 'var/lib/washdesk/identity');
  mkdirSync(identity);
  writeFileSync(path.join(identity, 'cloud.json'), '{}');
  expect(install()).toBe('');
  expect(existsSync(path.join(root, 'var/lib/washdesk/versions/1.0.0/agent'))).toBe(true);
});
