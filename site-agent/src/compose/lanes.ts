import type { CommandDispatcher } from '../actions/command-dispatcher.ts';
import { LaneDecisions } from '../features/lane/decisions/lane-decisions.ts';
import { UsageWriter } from '../features/lane/decisions/usage-writer.ts';
import { Plates } from '../features/lane/plates/plates.ts';
import { Rfid } from '../features/lane/rfid/rfid.ts';
import { watchAntennas } from '../features/lane/rfid/watch-antennas.ts';
import { LaneTraces } from '../features/lane/traces/lane-traces.ts';
import type { PlateCamera } from '../ports/plate-camera.ts';
import { PushReceiver, type PushRoute } from '../transports/push-receiver.ts';
import type { Core } from './core.ts';
import type { SiteDevices } from './devices.ts';

/** The traces of cars and commands, from the events of the lanes. */
export function composeTraces({ config, journal, events, clock, log }: Core, { gates }: SiteDevices): LaneTraces {
  const traces = new LaneTraces({ gates, autoOpen: new Set(config.lanes.autoOpen), journal, clock, log });
  events.subscribe((event) => {
    if (event.kind === 'tag') traces.tag(event);
    if (event.kind === 'decision') traces.decision(event);
    if (event.kind === 'scan') traces.scan(event);
    if (event.kind === 'ignored-scan') traces.ignoredScan(event);
    if (event.kind === 'held-end') traces.heldEnd(event);
  });
  return traces;
}

/** Reads of tags become site events; antennas without reads become problems of their readers. */
export function composeTags({ config, events }: Core, { readers, gates, devices }: SiteDevices, traces: LaneTraces): Rfid {
  const rfid = new Rfid({
    readers: readers.map((reader) => reader.config),
    format: config.tags,
    events,
    onIgnored: (tag) => traces.ignored(tag),
  });
  for (const { driver } of readers) driver.onRead((read) => rfid.read(read));
  watchAntennas(readers, gates, events, (reader, problem) => devices.observe(reader, problem));
  return rfid;
}

interface Deciding {
  traces: LaneTraces;
  dispatcher: CommandDispatcher;
}

/** Cars at the lanes, by tag and by plate, decided by the roster. */
export function composeLanes(core: Core, { cameras, gates, sitewatch }: SiteDevices, { traces, dispatcher }: Deciding) {
  const { config, journal, events, clock, log } = core;
  const autoOpen = new Set(config.lanes.autoOpen);
  const usageWriter = new UsageWriter({ sitewatch, journal, log });
  const decisions = new LaneDecisions({
    policy: config.lanes,
    gates: new Map([...gates].flatMap(([id, lane]) => (lane !== null && autoOpen.has(lane) ? [[lane, id]] : []))),
    journal,
    clock,
    dispatcher,
    usageWriter,
    events,
    log,
  });
  events.subscribe(({ kind, source, payload, at }) => {
    if (kind === 'tag' && payload.lane !== null && at !== undefined)
      void decisions.read({ lane: payload.lane, source, code: payload.tag, at });
  });
  const plates = new Plates({
    cameras: cameras.map((camera) => camera.config),
    autoOpen: new Set(config.lanes.autoOpenForPlates),
    events,
    onTraced: (plate) => traces.plate(plate),
    decide: (read) => decisions.read(read),
    clock,
  });
  for (const { driver } of cameras) driver.onPlate((read) => plates.read(read));
  const pushReceiver = config.receiver && new PushReceiver({ ...config.receiver, routes: cameras.map(routeOf) });
  return { usageWriter, decisions, pushReceiver };
}

const routeOf = ({ id, driver }: { id: string; driver: PlateCamera }): PushRoute => ({
  path: `/plates/${id}`,
  ...driver.source,
  take: (documents) => driver.take(documents),
  report: (problem) => driver.report(problem),
});
