import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { companyClock, offsetClock } from './offset-clock.ts';

function clockFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'washdesk-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'clock.json');
  writeFileSync(file, content);
  return file;
}

function standAt(instant: string): void {
  vi.useFakeTimers({ now: new Date(instant) });
  onTestFinished(() => void vi.useRealTimers());
}

it('follows the file from one question to the next', () => {
  standAt('2026-11-21T15:30:00Z');
  const file = clockFile('{"offsetMs":0}');
  const clock = companyClock(file);
  expect(clock.now().toISOString()).toBe('2026-11-21T15:30:00.000Z');
  writeFileSync(file, '{"offsetMs":864000000}');
  expect(clock.now().toISOString()).toBe('2026-12-01T15:30:00.000Z');
});

it('is the system’s own without a file', () => {
  standAt('2026-11-21T15:30:00Z');
  expect(companyClock(undefined).now().toISOString()).toBe('2026-11-21T15:30:00.000Z');
});

it('does not guess what a damaged file would say', () => {
  expect(() => offsetClock(clockFile('{"offsetMs":"soon"}')).now()).toThrow('offsetMs');
  expect(() => offsetClock('/nowhere/clock.json').now()).toThrow('ENOENT');
});
