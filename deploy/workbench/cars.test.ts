import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '@washdesk/local-servers/processes/wait';
import { readingOf } from './car-reading.ts';
import { Cars } from './cars.ts';

let posted: [simulator: string, action: string, body: object][];
let open: boolean;
let cars: Cars;

const carsThatPassIn = (passMs: number): Cars =>
  new Cars({
    post: async (...sent) => void posted.push(sent),
    gateOpen: async () => open,
    times: { approachMs: 1, lookMs: 1, passMs },
  });

beforeEach(() => {
  [posted, open] = [[], false];
  cars = carsThatPassIn(1);
});
afterEach(() => cars.stop());

const stage = () => cars.of(12, 1)?.stage ?? null;
const gone = () => until(() => (cars.of(12, 1) === null ? true : null), { what: 'the car to leave' });

it('a car is read by the camera of lane 1, waits for its gate and leaves the loop behind it', async () => {
  await cars.driveUp(12, 1, 'ABC123-IL');
  expect(stage()).toBe('waiting');
  expect(posted).toEqual([
    ['gate-12', 'behaviour', { gate: 0, presence: true }],
    ['camera-12', 'car', { plate: 'ABC123', region: 'IL' }],
  ]);
  open = true;
  await gone();
  await until(() => (posted.length === 3 ? true : null), { what: 'the loop to be free' });
  expect(posted.at(-1)).toEqual(['gate-12', 'behaviour', { gate: 0, presence: false }]);
});

it('a car passes while its gate is open', async () => {
  cars = carsThatPassIn(60_000);
  open = true;
  await cars.driveUp(12, 1, 'ABC123-IL');
  const passing = await until(() => (stage() === 'passing' ? cars.of(12, 1) : null), { what: 'the car to pass' });
  expect(passing).toEqual({ code: 'ABC123-IL', stage: 'passing' });
});

it('a tag is read by the antenna of its lane; a plate in lane 2 by no device', () => {
  expect(readingOf('12345+123456', 2)).toEqual({ by: 'rfid', action: 'tag', body: { tag: '12345+123456', antenna: 2 } });
  expect(readingOf('ABC123-IL', 2)).toBeNull();
  expect(() => readingOf('abc', 1)).toThrow('Not a plate');
});

it('a second car waits for the lane, and the first may drive away', async () => {
  await cars.driveUp(12, 1, '12345+123456');
  await expect(cars.driveUp(12, 1, 'ABC123-IL')).rejects.toThrow('A car is in this lane');
  await cars.driveAway(12, 1);
  expect(cars.of(12, 1)).toBeNull();
  await cars.driveUp(12, 1, 'ABC123-IL');
  expect(stage()).toBe('waiting');
});

it('a device that does not respond leaves no car in the lane', async () => {
  cars = new Cars({
    post: async (simulator) => {
      if (simulator.startsWith('camera')) throw new Error('camera-12 isn’t responding');
    },
    gateOpen: async () => null,
    times: { approachMs: 1, lookMs: 1, passMs: 1 },
  });
  await expect(cars.driveUp(12, 1, 'ABC123-IL')).rejects.toThrow('isn’t responding');
  expect(cars.of(12, 1)).toBeNull();
});
