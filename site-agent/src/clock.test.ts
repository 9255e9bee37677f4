import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { companyClock } from './clock.ts';

it('moves with the file, and refuses a damaged one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'washdesk-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.useFakeTimers({ now: new Date('2026-11-21T15:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const file = join(folder, 'clock.json');
  const clock = companyClock(file);

  writeFileSync(file, '{"offsetMs":60000}');
  expect(clock.now().toISOString()).toBe('2026-11-21T15:31:00.000Z');
  writeFileSync(file, '{}');
  expect(() => clock.now()).toThrow('offsetMs');
  expect(companyClock(undefined).now().toISOString()).toBe('2026-11-21T15:30:00.000Z');
});
