import { describe, expect, it } from 'vitest';
import { clearAfterMs, isEscalated, isHeldBack, type AlertSettings } from './alerts.ts';

const settings: AlertSettings = {
  quietHours: { from: '21:00', to: '06:30' },
  timeZone: 'America/Chicago',
  criticalInQuietHours: true,
  escalateAfterMinutes: 15,
};
const noon = new Date('2026-11-21T18:00:00Z');
const night = new Date('2026-11-22T07:00:00Z');

describe('quiet hours', () => {
  it('hold back what can wait, across midnight in the company’s time', () => {
    expect(isHeldBack('wait', settings, noon)).toBe(false);
    expect(isHeldBack('wait', settings, night)).toBe(true);
    expect(isHeldBack('wait', settings, new Date('2026-11-22T02:59:00Z'))).toBe(false);
    expect(isHeldBack('wait', settings, new Date('2026-11-22T03:00:00Z'))).toBe(true);
    expect(isHeldBack('wait', settings, new Date('2026-11-22T12:30:00Z'))).toBe(false);
    expect(isHeldBack('wait', { ...settings, quietHours: { from: '00:00', to: '05:00' } }, night)).toBe(true);
    expect(isHeldBack('wait', { ...settings, quietHours: null }, night)).toBe(false);
  });

  it('hold back critical alerts only if they are set so', () => {
    expect(isHeldBack('stop', settings, night)).toBe(false);
    expect(isHeldBack('stop', { ...settings, criticalInQuietHours: false }, night)).toBe(true);
  });
});

it('an alert is cleared later with each time its cause came back, at most after an hour', () => {
  expect([1, 2, 3, 7, 50].map((times) => clearAfterMs(times) / 60_000)).toEqual([1, 2, 4, 60, 60]);
});

it('an alert is escalated once, if it was told, is not seen and its cause is still there', () => {
  const told = new Date(noon.getTime() - 15 * 60_000);
  const open = { told, seen: null, gone: null, escalated: null };
  expect(isEscalated(open, settings, noon)).toBe(true);
  expect(isEscalated(open, settings, new Date(noon.getTime() - 1))).toBe(false);
  for (const done of [{ told: null }, { seen: noon }, { gone: noon }, { escalated: noon }])
    expect(isEscalated({ ...open, ...done }, settings, noon)).toBe(false);
});
