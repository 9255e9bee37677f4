import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const watchdog = fileURLToPath(new URL('trial-watchdog.ts', import.meta.url));

async function endOf(script: string): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const source = `import { startTrialWatchdog } from ${JSON.stringify(watchdog)};\n${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'ignore' });
  return new Promise((tell) => child.once('exit', (code, signal) => tell({ code, signal })));
}

it('ends a process whose main thread hangs', async () => {
  // a regular expression of a reader, with a tag that it never finishes
  const hang = "setTimeout(() => /^(A+)+$/u.test('A'.repeat(60) + '!'), 100);";
  expect(await endOf(`startTrialWatchdog(1000); ${hang}`)).toEqual({ code: null, signal: 'SIGKILL' });
});

it('does not end a process whose trial has a result', async () => {
  expect(await endOf('const stop = startTrialWatchdog(500); await stop(); setTimeout(() => process.exit(7), 1000);')).toEqual({
    code: 7,
    signal: null,
  });
});
