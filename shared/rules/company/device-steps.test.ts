import { describe, expect, it } from 'vitest';
import { deviceStep } from './device-steps.ts';
import { problemStep } from './problem-steps.ts';
import { causeIn } from './reported-sentence.ts';

const refuses = '10.0.0.31:502: it refuses connections; check that it is on, and its port';

describe('the cause in what an agent reports', () => {
  it.each([
    [refuses, 'it refuses connections (10.0.0.31:502)'],
    [
      "10.0.0.31:502 unit 1: it accepted the connection but didn’t respond; check the board and the 'unit' setting",
      'it accepted the connection but didn’t respond (10.0.0.31:502 unit 1)',
    ],
    ['COM3: another program uses this port', 'another program uses this port (COM3)'],
    ['antenna 1 is silent; check its cable; antenna 2 is silent; check its cable', 'antenna 1 is silent; antenna 2 is silent'],
    ['The clock is 4 min fast; commands use the cloud’s time', 'The clock is 4 min fast; commands use the cloud’s time'],
    ['Can’t reach Sitewatch: Connection to Firebird server was lost.', 'Can’t reach Sitewatch: Connection to Firebird server was lost'],
    ['check the cable', 'check the cable'],
  ])('%s: is “%s”', (reported, cause) => {
    expect(causeIn(reported)).toBe(cause);
  });
});

describe('the next step at a device', () => {
  it.each([
    ['printer', 'Exit 1', 'out of paper', 'Put a new roll of paper into the Exit 1 printer.'],
    ['printer', 'Printer 2', 'the cover is open', 'Close the cover of Printer 2.'],
    ['printer', 'Joliet printer', 'the cover is open', 'Close the cover of the Joliet printer.'],
    [
      'gate',
      'North gate',
      refuses,
      'Turn on the North gate’s relay board. If it’s already on, make sure its host and port match the site’s configuration.',
    ],
    ['gate', 'North', 'the relay stays on', 'Turn the North gate’s relay board off and on.'],
    [
      'sitewatch',
      'Sitewatch',
      'Sitewatch’s server accepts the connection and doesn’t respond; restart Firebird (…)',
      'Restart the Firebird service',
    ],
  ])('a %s (%s) that reports “%s”', (kind, name, reported, step) => {
    expect(deviceStep({ kind, name }, reported)).toContain(step);
  });

  it('is the agent’s own advice if the cloud has none, otherwise to restart the device', () => {
    expect(deviceStep({ kind: 'scale', name: 'Scale' }, 'it shows E7; press its tare; check its plate')).toBe('Check its plate.');
    expect(deviceStep({ kind: 'scale', name: 'Scale' }, 'it shows E7')).toMatch(/^Turn the Scale off and on\./);
  });
});

describe('the next step for a problem of an agent', () => {
  it('is by its code, by its sentence, or the agent’s own advice', () => {
    expect(problemStep('clock', 'The clock is slow')).toBe('Turn on automatic time (NTP) on the site’s computer.');
    expect(problemStep('cloud', 'The cloud refuses the site’s service account; check clientId')).toMatch(/^Create a new secret/);
    expect(problemStep('new', 'Something is wrong; replace the fuse')).toBe('Replace the fuse.');
    expect(problemStep('new', 'Something is wrong')).toBe('Send the site’s support bundle to support.');
  });
});
