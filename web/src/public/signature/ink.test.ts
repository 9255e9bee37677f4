import { expect, it } from 'vitest';
import { fitInk, inkBox, inkLength } from './ink.ts';

const stroke = (...points: [number, number][]) => ({
  penColor: 'black',
  dotSize: 0,
  minWidth: 1,
  maxWidth: 2,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over' as const,
  points: points.map(([x, y]) => ({ x, y, pressure: 0.5, time: 0 })),
});

it('counts the length of the lines, not their points or the way between them', () => {
  expect(inkLength([stroke([0, 0], [30, 40]), stroke([500, 0], [500, 10])])).toBe(60);
  expect(inkLength([stroke([5, 5])])).toBe(0);
});

it('keeps every line in the field when the tablet is turned, and leaves what fits', () => {
  const wide = [stroke([10, 10], [900, 100]), stroke([500, 300], [600, 320])];
  const turned = fitInk(wide, { width: 700, height: 400 });
  const box = inkBox(turned)!;
  expect(box.right).toBeLessThanOrEqual(700);
  expect(inkLength(turned) / inkLength(wide)).toBeCloseTo(box.right / 900);
  expect(fitInk(turned, { width: 1_000, height: 400 })).toBe(turned);
  expect(fitInk([], { width: 10, height: 10 })).toEqual([]);
});
