import { expect, it } from 'vitest';
import { partsOf, tourSteps, type TourFacts } from './tour-steps.ts';
import { Tour } from './tour.ts';

const values = {
  number: '101',
  pin: '101101',
  person: 'Dana Whitfield',
  member: 'ABC123-IL',
  newPlate: 'TOUR101-IL',
  approver: '111',
  approverPin: '111111',
};
const nothing: TourFacts = { actions: [], washes: 0, declines: 0, paidAfterwards: 0 };

function startTour() {
  const world = { facts: nothing, now: 0 };
  const tour = new Tour({
    values,
    begin: async () => ({ audited: 7, at: new Date(0) }),
    factsSince: async ({ audited }) => (audited === 7 ? world.facts : nothing),
    now: () => world.now,
  });
  return { tour, world };
}

const statesOf = async (tour: Tour) => (await tour.view())?.steps.map(({ state }) => state);

it('is not there before it starts, and after it stops', async () => {
  const { tour } = startTour();
  expect(await tour.view()).toBeNull();
  await tour.start();
  expect(await statesOf(tour)).toEqual(['now', ...Array.from({ length: tourSteps.length - 1 }, () => 'later')]);
  tour.stop();
  expect(await tour.view()).toBeNull();
});

it('notices each step by what the app stored, in any order, and keeps what is done', async () => {
  const { tour, world } = startTour();
  await tour.start();
  world.facts = { ...nothing, actions: ['session.started'], declines: 1 };
  expect(await statesOf(tour)).toEqual(['done', 'now', 'later', 'later', 'done', 'later', 'later']);
  world.facts = nothing;
  expect(await statesOf(tour)).toEqual(['done', 'now', 'later', 'later', 'done', 'later', 'later']);
  tour.skip();
  expect(await statesOf(tour)).toEqual(['done', 'done', 'now', 'later', 'done', 'later', 'later']);
});

it('ends with its time when every step is done', async () => {
  const { tour, world } = startTour();
  await tour.start();
  const actions = ['session.started', 'gate.open', 'subscription.started', 'charge.refunded'];
  world.facts = { actions, washes: 1, declines: 1, paidAfterwards: 1 };
  world.now = 540_000;
  expect(await tour.view()).toMatchObject({ isDone: true, seconds: 540 });
  world.now = 900_000;
  expect(await tour.view()).toMatchObject({ isDone: true, seconds: 540 });
});

it('has no step that is done before anything happened, and names only values that exist', () => {
  expect(tourSteps.filter(({ isDone }) => isDone(nothing))).toEqual([]);
  const parts = tourSteps.flatMap(({ sentences }) => sentences.flatMap((sentence) => partsOf(sentence, values)));
  expect(parts.filter(({ isValue }) => isValue).map(({ text }) => text)).toEqual(Object.values(values));
});
