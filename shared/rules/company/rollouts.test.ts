import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterAction,
  afterReport,
  isCanaryInstalled,
  isOverdue,
  isRolloutComplete,
  isUpdateFailure,
  isUpdating,
  mayOffer,
  rolloutActions,
  sitesToAsk,
  siteUpdateStates,
  type Rollout,
  type RolloutSite,
} from './rollouts.ts';

const target = '1.5.0';
const rolloutOf = (more: Partial<Rollout> = {}): Rollout => ({
  version: target,
  stage: 'canary',
  state: 'running',
  canary: [1, 2],
  most: 2,
  ...more,
});
const siteOf = (site: number, more: Partial<RolloutSite> = {}): RolloutSite => ({ site, version: '1.4.0', update: null, ...more });
const everySite = (sites: readonly RolloutSite[]): Set<number> => new Set(sites.map(({ site }) => site));

const numbers = [1, 2, 3, 4, 5, 6];
const reports = ['downloaded', 'installed', 'refused', 'rolled_back'] as const;
const step = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), site: fc.constantFrom(...numbers) }),
  fc.record({ kind: fc.constant('report' as const), site: fc.constantFrom(...numbers), update: fc.constantFrom(...reports) }),
  fc.record({ kind: fc.constant('overdue' as const), site: fc.constantFrom(...numbers) }),
  fc.record({ kind: fc.constant('act' as const), action: fc.constantFrom(...rolloutActions) }),
);

/** What the cloud does at one step, in one transaction. @returns whether the release was offered */
function take(state: { rollout: Rollout; sites: RolloutSite[] }, one: typeof step extends fc.Arbitrary<infer S> ? S : never): boolean {
  if (one.kind === 'act') {
    state.rollout = afterAction(state.rollout, one.action) ?? state.rollout;
    return false;
  }
  const site = state.sites.find(({ site: number }) => number === one.site)!;
  if (one.kind === 'ask') {
    if (!mayOffer(state.rollout, state.sites, one.site)) return false;
    if (!isUpdating(site)) site.update = 'offered';
    return true;
  }
  // no agent reports an update that it never received
  if (site.update === null) return false;
  const next = one.kind === 'report' ? afterReport(site.update, one.update) : isUpdating(site) ? ('silent' as const) : null;
  if (next === null) return false;
  site.update = next;
  if (next === 'installed') site.version = target;
  if (isUpdateFailure(next)) state.rollout = afterAction(state.rollout, 'pause') ?? state.rollout;
  return false;
}

describe('a rollout, whatever happens in whatever order', () => {
  const runs = fc.record({
    canary: fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 3 }),
    most: fc.integer({ min: 1, max: 3 }),
    steps: fc.array(step, { maxLength: 60 }),
  });

  it('keeps to its limits', () => {
    fc.assert(
      fc.property(runs, ({ canary, most, steps }) => {
        const state = { rollout: rolloutOf({ canary, most }), sites: numbers.map((site) => siteOf(site)) };
        let continued = false;
        for (const one of steps) {
          const before = structuredClone(state);
          const offered = take(state, one);
          continued ||= before.rollout.stage === 'canary' && state.rollout.stage === 'all';
          const failed = state.sites.some(({ update }, place) => isUpdateFailure(update) && update !== before.sites[place]?.update);
          const others = state.sites.filter(({ site, update }) => update !== null && !canary.includes(site));
          const broken = {
            'too many sites at once': state.sites.filter(isUpdating).length > most,
            'offered while not running': offered && before.rollout.state !== 'running',
            'another site before it was continued': !continued && others.length > 0,
            'back to its canary sites': continued && state.rollout.stage === 'canary',
            'not paused by a failure': failed && state.rollout.state === 'running',
            'open again after its end': before.rollout.state === 'canceled' && state.rollout.state !== 'canceled',
          };
          expect(Object.entries(broken).filter(([, isBroken]) => isBroken)).toEqual([]);
        }
      }),
    );
  });

  it('asks only sites that it may offer, and never more than it has places for', () => {
    const anySite = fc.record({ version: fc.constantFrom('1.4.0', target, null), update: fc.constantFrom(null, ...siteUpdateStates) });
    const anyRollout = fc.record({
      stage: fc.constantFrom('canary' as const, 'all' as const),
      state: fc.constantFrom('running' as const, 'paused' as const),
      most: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(anyRollout, fc.array(anySite, { maxLength: 8 }), (more, drawn) => {
        const rollout = rolloutOf(more);
        const sites = drawn.map((one, place) => siteOf(place + 1, one));
        const asked = sitesToAsk(rollout, sites, everySite(sites));
        expect(asked.filter((site) => !mayOffer(rollout, sites, site))).toEqual([]);
        expect(asked.length).toBeLessThanOrEqual(Math.max(0, rollout.most - sites.filter(isUpdating).length));
        expect(asked.length > 0 && isRolloutComplete(rollout, sites)).toBe(false);
      }),
    );
  });
});

describe('an offer', () => {
  it('is for a site below the version, and again for the site whose update is under way', () => {
    const sites = [siteOf(1, { update: 'downloaded' }), siteOf(2, { update: 'offered' })];
    expect(mayOffer(rolloutOf(), sites, 1)).toBe(true);
    for (const version of [target, '1.6.0'])
      for (const update of [null, 'downloaded'] as const) expect(mayOffer(rolloutOf(), [siteOf(1, { version, update })], 1)).toBe(false);
    expect(mayOffer(rolloutOf(), [], 1)).toBe(false);
  });

  it.each(['rolled_back', 'refused', 'unable', 'installed'] as const)('is not made again to a site that is %s', (update) => {
    expect(mayOffer(rolloutOf(), [siteOf(1, { update })], 1)).toBe(false);
  });

  it('is made again to a silent site, after IT has resumed', () => {
    expect(mayOffer(rolloutOf({ state: 'paused' }), [siteOf(1, { update: 'silent' })], 1)).toBe(false);
    expect(mayOffer(rolloutOf(), [siteOf(1, { update: 'silent' })], 1)).toBe(true);
  });

  it('skips sites that are offline', () => {
    const sites = [siteOf(1), siteOf(2)];
    expect(sitesToAsk(rolloutOf(), sites, new Set([2]))).toEqual([2]);
  });
});

it('counts a site as silent hours after its last request, or half an hour after its download', () => {
  const at = (minutes: number): Date => new Date(Date.parse('2026-11-20T12:00:00Z') + minutes * 60_000);
  expect(isOverdue({ update: 'offered' }, at(0), at(180))).toBe(false);
  expect(isOverdue({ update: 'offered' }, at(0), at(181))).toBe(true);
  expect(isOverdue({ update: 'downloaded' }, at(0), at(31))).toBe(true);
  for (const update of [null, 'installed', 'refused'] as const) expect(isOverdue({ update }, at(0), at(999))).toBe(false);
});

it('keeps the result of a site that went back, also if its agent then refuses the version', () => {
  expect(afterReport('rolled_back', 'refused')).toBeNull();
  expect(afterReport('downloaded', 'refused')).toBe('refused');
});

it('has installed its canary if each of these sites runs the version', () => {
  const done = siteOf(1, { update: 'installed', version: target });
  expect(isCanaryInstalled(rolloutOf(), [done, siteOf(2, { version: target })])).toBe(true);
  for (const update of [null, 'offered', 'unable', 'rolled_back'] as const)
    expect(isCanaryInstalled(rolloutOf(), [done, siteOf(2, { update })])).toBe(false);
  // on trial, the new version is connected but not kept yet
  expect(isCanaryInstalled(rolloutOf(), [done, siteOf(2, { update: 'downloaded', version: target })])).toBe(false);
  expect(isCanaryInstalled(rolloutOf(), [done])).toBe(false);
});

it('is complete when no site is left, whatever the results were', () => {
  const all = rolloutOf({ stage: 'all' });
  const sites = [
    siteOf(1, { update: 'installed', version: target }),
    siteOf(2, { update: 'rolled_back' }),
    siteOf(3, { update: 'unable' }),
  ];
  expect(isRolloutComplete(all, sites)).toBe(true);
  expect(isRolloutComplete(rolloutOf(), sites)).toBe(false);
  expect(isRolloutComplete(all, [...sites, siteOf(4)])).toBe(false);
});

describe('an action', () => {
  it('that was done changes nothing, and an ended rollout allows none', () => {
    const paused = rolloutOf({ state: 'paused' });
    expect(afterAction(paused, 'pause')).toBe(paused);
    expect(afterAction(rolloutOf({ stage: 'all' }), 'continue')).toMatchObject({ stage: 'all', state: 'running' });
    expect(afterAction(rolloutOf({ state: 'canceled' }), 'cancel')).toMatchObject({ state: 'canceled' });
    for (const action of rolloutActions) expect(afterAction(rolloutOf({ state: 'finished' }), action)).toBeNull();
  });

  it('continues only a running rollout', () => {
    expect(afterAction(rolloutOf({ state: 'paused' }), 'continue')).toBeNull();
    expect(afterAction(rolloutOf(), 'continue')).toMatchObject({ stage: 'all' });
  });
});
