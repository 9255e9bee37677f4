import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { makeOrphan } from './orphan.fixture.ts';
import { processIdentity } from './process-identity.ts';
import { until } from './wait.ts';

it('ends the services of a workbench that was killed with -9', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-guard-'));
  const guardModule = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'watchdog.ts')).href);
  const command = JSON.stringify({
    name: 'service',
    folder,
    program: process.execPath,
    args: ['-e', 'setInterval(() => undefined, 1000)'],
  });
  const script = `(await import(${guardModule})).startWatchdog(${JSON.stringify(folder)}); const p = await module.launch(${command}); console.log(p.pid);`;
  const orphan = await makeOrphan(path.join(import.meta.dirname, 'launch.ts'), script);

  const gone = await until(() => (processIdentity(orphan) === null ? true : null), { what: 'the watchdog ends the service' });
  expect(gone).toBe(true);
  rmSync(folder, { recursive: true });
});
