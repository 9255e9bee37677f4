import { expect, it } from 'vitest';
import type { PlateRead } from '../../../ports/plate-camera.ts';
import type { SiteEvent } from '../../../ports/site-events.ts';
import { Plates } from './plates.ts';

function eventOf(read: Partial<PlateRead>, camera: object = {}) {
  const events: SiteEvent[] = [];
  const options = { id: 'lane1', lane: 1, lines: {}, sureFrom: 0.9, ...camera };
  const plates = new Plates([options], { publish: (event) => void events.push(event) });
  plates.read({ camera: 'lane1', car: '7', plate: 'WASH123', score: 0.91, region: null, line: null, ...read });
  return events[0]?.payload;
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
