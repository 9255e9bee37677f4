import { expect, it, vi } from 'vitest';
import { LastingFailure } from './lasting-failure.ts';

it('is logged with each new cause, once per hour while it lasts, and at its end', () => {
  let now = 0;
  const lines: unknown[] = [];
  const logged = (level: string) => vi.fn((fields: object, message: string) => void lines.push({ level, ...fields, message }));
  const failure = new LastingFailure({ warn: logged('warn'), info: logged('info') }, () => now);
  const refused = new Error('connect ECONNREFUSED');
  const slow = new Error('Connection timed out');

  failure.ended('Responds');
  for (now = 0; now < 7_200_000; now += 60_000) failure.failed(now < 3_600_000 ? refused : slow, 'No response');
  failure.ended('Responds again');
  failure.failed(slow, 'No response');
  expect(lines).toEqual([
    { level: 'warn', err: refused, message: 'No response' },
    { level: 'warn', err: slow, attempts: 61, minutes: 60, message: 'No response' },
    { level: 'info', attempts: 120, minutes: 120, message: 'Responds again' },
    { level: 'warn', err: slow, message: 'No response' },
  ]);

  lines.length = 0;
  for (let attempt = 0; attempt < 121; attempt += 1, now += 60_000) failure.failed(slow, 'No response');
  expect(lines).toMatchObject([
    { attempts: 62, minutes: 60 },
    { attempts: 122, minutes: 120 },
  ]);
});
