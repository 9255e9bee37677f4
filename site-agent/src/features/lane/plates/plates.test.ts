import { describe, expect, it } from 'vitest';
import type { PlateRead, TracedPlate } from '../../../ports/plate-camera.ts';
import type { SiteEvent } from '../../../ports/site-events.ts';
import { Plates } from './plates.ts';

const now = new Date('2026-11-26T12:00:00Z');

/** A camera of lane 1; lane 1 opens for plates if `autoOpen`. `letsIn` is what becomes of each decided car. */
function startPlates({ camera = {}, autoOpen = false, letsIn = true }: { camera?: object; autoOpen?: boolean; letsIn?: boolean } = {}) {
  const events: SiteEvent[] = [];
  const decided: string[] = [];
  const ends: TracedPlate['end'][] = [];
  const plates = new Plates({
    cameras: [{ id: 'lane1', lane: 1, lines: {}, sureFrom: 0.9, ...camera }],
    autoOpen: new Set(autoOpen ? [1] : []),
    events: { publish: (event) => void events.push(event) },
    onTraced: ({ end }) => void ends.push(end),
    decide: ({ code }) => {
      decided.push(code);
      return Promise.resolve(letsIn);
    },
    clock: { now: () => now },
  });
  const usual = { camera: 'lane1', car: '7', plate: 'WASH123', score: 0.91, region: null, line: null, at: 1_000, isOld: false };
  const read = (change: Partial<PlateRead>) => plates.read({ ...usual, seenAt: now.getTime(), ...change });
  return { read, events, decided, ends };
}

function eventOf(read: Partial<PlateRead>, camera: object = {}) {
  const plates = startPlates({ camera });
  plates.read(read);
  return plates.events[0]?.payload;
}

it.each([
  [{ plate: 'wash123', region: 'IL' }, {}, 'WASH123-IL'],
  [{ plate: 'WA 12-3', region: null }, { state: 'IN' }, 'WA123-IN'],
  [{ plate: 'WASH123', region: 'WI' }, { state: 'IN' }, 'WASH123-WI'],
  [{ plate: 'WASH123' }, {}, 'WASH123'],
  [{ plate: 'ＷＡＳＨ１' }, {}, 'WASH1'],
  [{ plate: null }, {}, null],
  [{ plate: 'WASH12345' }, {}, null],
  [{ plate: '<script>' }, {}, null],
])('writes a plate as the company does: %j at %j', (read, camera, plate) => {
  expect(eventOf(read, camera)).toMatchObject({ plate });
});

it.each([
  [0.9, {}, true],
  [0.89, {}, false],
  [0.95, { sureFrom: 0.98 }, false],
])('a score of %d at %j is sure: %s', (score, camera, sure) => {
  expect(eventOf({ score }, camera)).toMatchObject({ score, sure });
});

it('is never sure of a car without a legible plate', () => {
  expect(eventOf({ plate: null, score: 1 })).toEqual({ camera: 'lane1', car: '7', lane: 1, plate: null, score: 1, sure: false });
});

it.each([
  ['2', 4],
  ['3', 1],
  [null, 1],
])('takes the lane of line %s', (line, lane) => {
  expect(eventOf({ line }, { lines: { '2': 4 } })).toMatchObject({ lane });
});

const suggested = (reason: string): TracedPlate['end'] => ({ outcome: 'suggested', reason });

describe('a plate is traced with its outcome', () => {
  it.each<[string, Partial<PlateRead>, TracedPlate['end']]>([
    ['at the score', { score: 0.9 }, suggested('Suggested in the register’s box')],
    ['below the score', { score: 0.89 }, suggested('Suggested beside the register’s box: its score is below 0.9')],
    ['that is not legible', { plate: null }, { outcome: 'ignored', reason: 'The camera couldn’t read the plate' }],
    ['that comes late', { isOld: true }, { outcome: 'ignored', reason: 'The camera sent it late, after it was disconnected' }],
  ])('%s', (_name, read, end) => {
    const { ends, decided, ...plates } = startPlates();
    plates.read(read);
    expect([ends, decided]).toEqual([[end], []]);
  });

  it('and a late one is not sent to the registers', () => {
    const { read, events } = startPlates();
    read({ isOld: true });
    expect(events).toEqual([]);
  });
});

describe('a lane that opens for plates', () => {
  const sure = { plate: 'WASH123', region: 'IL' };

  it('decides about a sure plate like about a tag', () => {
    const { read, decided, ends } = startPlates({ autoOpen: true });
    read(sure);
    expect([decided, ends]).toEqual([['WASH123-IL'], [null]]);
  });

  const ago = (ms: number): number => now.getTime() - ms;
  it.each<[string, Partial<PlateRead>, RegExp]>([
    ['whose score is too low', { score: 0.89 }, /below 0.9$/],
    ['of an unknown state', { region: null }, /its state is unknown$/],
    ['that its camera saw over 5 s ago', { seenAt: ago(5_001) }, /the car may be gone/],
    ['whose camera’s clock is fast', { seenAt: ago(-5_001) }, /the car may be gone/],
    ['without a time', { seenAt: null }, /the car may be gone/],
    ['that comes late', { isOld: true }, /late/],
  ])('decides nothing about a plate %s', (_name, change, reason) => {
    const { read, decided, ends } = startPlates({ autoOpen: true });
    read({ ...sure, ...change });
    expect([decided, ends]).toEqual([[], [expect.objectContaining({ reason: expect.stringMatching(reason) })]]);
  });

  it('lets one car in once, also if its plate is corrected', async () => {
    const { read, decided } = startPlates({ autoOpen: true });
    read(sure);
    read({ ...sure, plate: 'WASH128', at: 1_010 });
    await Promise.resolve();
    read({ ...sure, plate: 'WASH128', at: 60_000 });
    read({ ...sure, plate: 'OTHER1', car: '8', at: 60_001 });
    read({ ...sure, plate: 'NEXT1', at: 61_001 });
    expect(decided).toEqual(['WASH123-IL', 'OTHER1-IL', 'NEXT1-IL']);
  });

  it('decides about the corrected plate of a car that was not let in', async () => {
    const { read, decided } = startPlates({ autoOpen: true, letsIn: false });
    read(sure);
    await Promise.resolve();
    read({ ...sure, plate: 'WASH128' });
    expect(decided).toEqual(['WASH123-IL', 'WASH128-IL']);
  });
});
