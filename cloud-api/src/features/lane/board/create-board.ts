import { decideLaneRead, getLaneBoard, lanesTopic } from '@washdesk/contracts/lane/board';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LiveReport, SiteLink } from '../../../ports/site-link.ts';
import { BoardService, type BoardOptions } from './board.service.ts';
import { personalData } from './board.store.ts';
import { LiveCars } from './live-cars.ts';
import { SiteContact } from './site-contact.ts';

interface Dependencies extends Pick<BoardOptions, 'devicesOf'> {
  db: Db;
  clock: Clock;
  live: Pick<LiveHub, 'deliver'>;
  sites: Pick<SiteLink, 'connected' | 'observe'>;
  onLiveReport(listener: (report: LiveReport) => void): void;
  /** The gates' last states. Provided by the gates feature. */
  gateStates: {
    stateOf(site: number, host: string): { relay: boolean; gateOpen: boolean | null } | null;
    forget(site: number): void;
    onChange(listener: (gate: { site: number; host: string; relay: boolean; gateOpen: boolean | null }) => void): void;
  };
}

const boardRoutes = (board: BoardService): Route[] => [
  route(getLaneBoard, ({ caller }) => board.read(caller)),
  route(decideLaneRead, ({ params, body, caller }) => {
    const lane = body.kind === 'dismissed' ? null : body.lane;
    return board.decide(params.id, { kind: body.kind, lane }, principalOf(caller));
  }),
];

/** The lane board: what every lane of a site does now, and what a person decides there. */
export function createBoard({ db, clock, live, sites, onLiveReport, gateStates, devicesOf }: Dependencies): Feature {
  const changed = (site: number): void => live.deliver(lanesTopic, { type: 'changed', site });
  const cars = new LiveCars();
  const contact = new SiteContact({
    link: sites,
    now: () => clock.now(),
    onChange(site) {
      gateStates.forget(site);
      changed(site);
    },
  });
  sites.observe(contact);
  onLiveReport((report) => {
    if (cars.take(report, clock.now())) changed(report.site);
  });
  gateStates.onChange(({ site, host, relay, gateOpen }) => live.deliver(lanesTopic, { type: 'gate', site, host, relay, gateOpen }));
  const gateState: BoardOptions['gateState'] = (site, host) => gateStates.stateOf(site, host);
  return {
    personalData,
    routes: boardRoutes(new BoardService({ db, clock, cars, contact, devicesOf, gateState })),
    live: [{ topic: lanesTopic }],
    start: async () => contact.start(),
    stop: async () => contact.stop(),
  };
}
