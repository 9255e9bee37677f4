import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PosUnavailable } from '../../ports/pos-database.ts';
import { eventually } from '../../testing/support.ts';
import { Availability } from './availability.ts';

let up: boolean;
let probes: number;
let told: string[];
let availability: Availability;

beforeEach(() => {
  up = true;
  probes = 0;
  told = [];
  availability = new Availability({
    probe: () => {
      probes += 1;
      return up ? Promise.resolve() : Promise.reject(new Error('refused'));
    },
    onUp: () => told.push('up'),
    onDown: (reason) => told.push(reason),
  });
});

afterEach(async () => {
  await availability.stop();
  vi.restoreAllMocks();
});

describe('availability', () => {
  it('is unavailable until the server was reached', async () => {
    expect(() => availability.require()).toThrow(PosUnavailable);
    availability.start();
    await eventually(() => told.includes('up'));
    expect(() => availability.require()).not.toThrow();
  });

  it('looks at once when a server that was up is suspected, and finds it again by itself', async () => {
    availability.start();
    await eventually(() => told.includes('up'));
    up = false;
    availability.suspect();
    await eventually(() => told.includes('refused'));
    expect(() => availability.require()).toThrow('Sitewatch is unavailable: refused');
    up = true;
    await eventually(() => told.at(-1) === 'up');
    availability.require();
    expect(told.at(-1)).toBe('up');
  });

  it('is not hurried while the server is unavailable, however many calls fail', async () => {
    up = false;
    availability.start();
    await eventually(() => probes > 0);
    for (let call = 0; call < 100; call += 1) availability.suspect();
    await eventually(() => probes > 1);
    expect(probes).toBeLessThan(5);
  });
});
