import { createBoard } from '../features/lane/board/create-board.ts';
import { createGates } from '../features/lane/gates/create-gates.ts';
import { createPlates } from '../features/lane/plates/create-plates.ts';
import { createRedeem } from '../features/lane/redeem/create-redeem.ts';
import { createRoster } from '../features/lane/roster/create-roster.ts';
import { createScans } from '../features/lane/scans/create-scans.ts';
import { createTags } from '../features/lane/tags/create-tags.ts';
import { createTraces } from '../features/lane/traces/create-traces.ts';
import type { Core } from './core.ts';
import type { SitesDomain } from './sites.ts';

/** What other domains use of the lanes. */
export type LaneDomain = ReturnType<typeof composeLane>;

type Needs = Pick<SitesDomain, 'devicesOf' | 'onLiveReport' | 'timeZoneOf' | 'siteNumbers'>;

export function composeLane(core: Core, { devicesOf, onLiveReport, timeZoneOf, siteNumbers }: Needs) {
  const gates = createGates({ ...core, onLiveReport });
  return {
    gates: gates.gates,
    features: [
      createBoard({ ...core, devicesOf, onLiveReport, gateStates: gates.states }),
      gates,
      createPlates({ ...core, onLiveReport }),
      createRedeem({ ...core, timeZoneOf }),
      createRoster({ ...core, siteNumbers }),
      createScans({ ...core, onLiveReport }),
      createTags({ ...core, onLiveReport }),
      createTraces(core),
    ],
  };
}
