import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, send } from '@washdesk/cloud-api/testing/calls';
import { startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { staffOf } from '@washdesk/cloud-api/testing/staff';
import { siteConfigurationOfFile } from '@washdesk/contracts/sites/site-configuration';
import { required } from '@washdesk/local-servers/debian-packages';
import { startMosquitto } from '@washdesk/local-servers/mosquitto';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { claimPortBlock, type PortBlock } from '@washdesk/local-servers/port-block';
import type { Running } from '@washdesk/local-servers/processes/launch';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { testBrokerName } from '@washdesk/local-servers/test-broker';
import { Role } from '@washdesk/rules/company/roles';
import { memoryOf } from '@washdesk/test-support/process-memory';
import { processorSecondsOf } from '@washdesk/test-support/processor-time';
import { sizeOf } from '@washdesk/test-support/sizes';
import { startStatementCounter, type StatementCounter } from '@washdesk/test-support/statement-counter';
import { until } from '@washdesk/test-support/until';
import { buildWeb, WEB_ROOT } from '@washdesk/workbench/web-build';
import { startProgram, type Program } from '../../api/program.ts';
import { FleetDashboard } from './fleet-dashboard.ts';
import { framesOfPage, type Frames } from './fleet-page.ts';
import { SimulatedSites } from './simulated-sites.ts';

const { sites: count, seconds, silentMs, megabytes } = sizeOf('fleet');
const longMs = scaledTimeout(15 * 60_000);
const commandsAtOnce = 25;
const backstopMs = scaledTimeout(120_000);
const admin = { employeeNumber: 100, name: 'Ingrid Tse', roles: Role.Admin, username: 'ingrid', password: 'sparkle-ingrid-100' };
/** Two sites exist in every test. */
const added = Array.from({ length: count - 2 }, (_, index) => 1_001 + index);
const numbers = [12, 27, ...added];

let folder: string;
let ports: PortBlock;
let environment: TestEnvironment;
let mosquitto: Running | undefined;
/** The environment with the broker of this run. */
let settings: Record<string, string>;
let database: StatementCounter;
let cloud: Program;
let headers: Headers;
let dashboard: FleetDashboard;
let sites: SimulatedSites;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-fleet-'));
  ports = await claimPortBlock(folder);
  environment = await startTestEnvironment();
  await environment.database.db
    .insertInto('site')
    .values(
      added.map((number) => ({
        number,
        name: `Site ${number}`,
        state: 'IL',
        time_zone: 'America/Chicago',
        location_id: `tml_${number}`,
      })),
    )
    .execute();
  settings = { ...environment.settings, ...(testBrokerName() === 'mosquitto' && (await startedMosquitto())) };
  database = await startStatementCounter(environment.database.applicationUrl);
  await staffOf(environment).add(admin);
  await buildWeb(folder);
  const port = String(ports.port('cloud-api'));
  cloud = await startProgram({
    ...settings,
    WASHDESK_DATABASE_URL: database.url,
    WASHDESK_DATABASE_CONNECTIONS: '16',
    WASHDESK_PORT: port,
    WASHDESK_PUBLIC_URL: `http://127.0.0.1:${port}`,
    WASHDESK_WEB_ROOT: WEB_ROOT,
    WASHDESK_ONE_TIME_CODES: 'off',
  });
  headers = await signedIn(environment, { roles: Role.Admin, site: null });
}, longMs);
afterAll(async () => {
  dashboard?.close();
  await sites?.stop();
  cloud?.signal('SIGTERM');
  await cloud?.ended;
  await database?.stop();
  await mosquitto?.stop();
  await environment?.stop();
  ports?.release();
  await rm(folder, { recursive: true, force: true });
});

/** Starts Debian's Mosquitto in place of the environment's broker. */
async function startedMosquitto(): Promise<Record<string, string>> {
  const port = ports.port('broker');
  const user = { username: 'cloud', password: 'broker-secret', topics: 'wash/v1/#' };
  const distribution = required(await provideMosquitto());
  mosquitto = await startMosquitto({ distribution, folder: join(folder, 'mosquitto'), port, users: [user] });
  return {
    WASHDESK_BROKER_URL: `mqtt://127.0.0.1:${port}`,
    WASHDESK_BROKER_USERNAME: user.username,
    WASHDESK_BROKER_PASSWORD: user.password,
  };
}

interface Used {
  leases: number;
  statements: number;
  processor: number;
}

/** Statements a second of cloud-api's rounds without work, at most. */
const restingStatements = 30;

/** Returns what cloud-api uses in a second, once it has stored what came before. */
async function usedPerSecond(): Promise<Used> {
  await until(
    'cloud-api has no other work',
    async () => {
      const before = database.statements();
      await sleep(1_000);
      return database.statements() - before <= restingStatements || null;
    },
    backstopMs,
  );
  dashboard.forgetCounts();
  const used = async (): Promise<Used> => ({
    leases: sites?.leases ?? 0,
    statements: database.statements(),
    processor: await processorSecondsOf(cloud.pid),
  });
  const [before, began] = [await used(), performance.now()];
  await sleep(seconds * 1_000);
  const [after, elapsed] = [await used(), (performance.now() - began) / 1_000];
  return {
    leases: (after.leases - before.leases) / elapsed,
    statements: (after.statements - before.statements) / elapsed,
    processor: (after.processor - before.processor) / elapsed,
  };
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0;
}
const inMs = (times: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${quantile(times, share).toFixed(0)} ms`).join(', ');

it(
  `${count} sites are live on the dashboard, and their leases do not reach the database`,
  async () => {
    dashboard = await FleetDashboard.open(cloud.url, cloud.url, headers);
    const idle = await usedPerSecond();
    const { WASHDESK_BROKER_URL: url = '', WASHDESK_BROKER_USERNAME: username = '', WASHDESK_BROKER_PASSWORD: password = '' } = settings;
    const began = performance.now();
    sites = await SimulatedSites.start(numbers, { url, username, password });
    await until(
      'every site is shown as online',
      () => dashboard.count(({ state, level }) => state === 'online' && level === 'go') === count || null,
      backstopMs,
    );
    const connectedIn = (performance.now() - began) / 1_000;
    const busy = await usedPerSecond();
    const { now, most } = memoryOf(cloud.pid);
    const trips = sites.all.flatMap(({ roundTrips }) => roundTrips);
    console.log(
      `${count} sites online after ${connectedIn.toFixed(1)} s; ${busy.leases.toFixed(0)} leases a second, ${dashboard.vitals} messages to the dashboard; ` +
        `cloud-api ${(busy.processor * 100).toFixed(1)} % of a core (idle ${(idle.processor * 100).toFixed(1)} %), ` +
        `${(now / 1e6).toFixed(0)} MB (most ${(most / 1e6).toFixed(0)} MB); ` +
        `${busy.statements.toFixed(1)} statements a second (idle ${idle.statements.toFixed(1)}); lease to reply ${inMs(trips)}`,
    );
    // each lease changes the vitals of its site, and nothing else
    expect(dashboard.vitals).toBeGreaterThan((busy.leases * seconds) / 2);
    expect(dashboard.changes.size).toBeLessThan(count / 10);
    expect(busy.statements - idle.statements).toBeLessThan(busy.leases / 4);
    expect(busy.processor).toBeLessThan(1);
    expect(most).toBeLessThan(megabytes * 1e6);
  },
  longMs,
);

it(
  'a command to all is answered by all',
  async () => {
    const times: number[] = [];
    const left = [...numbers];
    const worker = async (): Promise<void> => {
      for (let site = left.pop(); site !== undefined; site = left.pop()) {
        const began = performance.now();
        const path = pathOf(siteConfigurationOfFile, { site: String(site) });
        const { status, text } = await send(cloud.url, { method: 'GET', path, headers });
        expect(status, text).toBe(200);
        times.push(performance.now() - began);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: commandsAtOnce }, worker));
    const elapsed = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`a command to ${count} sites, ${commandsAtOnce} at once, in ${elapsed} s: ${inMs(times)}`);
    expect(sites.all.filter(({ read }) => read === 1)).toHaveLength(count);
  },
  longMs,
);

it(
  'a device that fails is shown at its site alone',
  async () => {
    const failing = sites.all.filter((_, index) => index % 5 === 0);
    dashboard.forgetCounts();
    await Promise.all(failing.map((site) => site.device(0, 'offline', 'no power')));
    const isShown = ({ level, causes }: { level: string; causes: readonly { sentence: string }[] }): boolean =>
      level === 'stop' && causes[0]?.sentence === 'North gate: no power';
    await until('every failed gate is shown', () => dashboard.count(isShown) === failing.length || null, backstopMs);
    expect(new Set(dashboard.changes.keys())).toEqual(new Set(failing.map(({ number }) => number)));
    await Promise.all(failing.map((site) => site.device(0, 'online')));
    await until('no failed gate is shown', () => dashboard.count(({ level }) => level === 'go') === count || null, backstopMs);
  },
  longMs,
);

const inWords = ({ perSecond, p99, longest, processor }: Frames): string =>
  `${perSecond.toFixed(1)} frames a second of ${processor.toFixed(1)} ms (gaps p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms)`;

it(
  `the page is drawn while ${count} sites change`,
  async () => {
    const { scrolled, still, unchanged, atRest, cards, focus } = await framesOfPage(cloud.url, admin, { sites: count, seconds });
    console.log(
      `${cards} of ${count} cards exist; scrolled ${inWords(scrolled)}; scrolled without changes ${inWords(unchanged)}; ` +
        `not scrolled ${inWords(still)}; another page at rest ${inWords(atRest)}; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    expect(cards).toBeLessThan(count);
    expect(focus.after).toBe(focus.before);
    // a busy machine without a graphics card draws fewer frames, but a frame costs the page the same
    expect(scrolled.processor).toBeLessThan(1_000 / 60);
  },
  longMs,
);

it(
  'a site that goes silent, and one whose connection is cut, are shown',
  async () => {
    const [silent, cut] = [sites.all.filter((_, index) => index % 10 === 1), sites.all.filter((_, index) => index % 10 === 2)];
    const began = performance.now();
    for (const site of silent) site.isSilent = true;
    for (const site of cut) site.cut();
    const shown: Record<string, number> = {};
    for (const [state, { length }] of [
      ['offline', cut],
      ['silent', silent],
    ] as const) {
      await until(
        `${length} sites are shown as ${state}`,
        () => dashboard.count((site) => site.state === state) === length || null,
        backstopMs,
      );
      shown[state] = performance.now() - began;
    }
    console.log(
      `${cut.length} cut sites offline after ${shown['offline']?.toFixed(0)} ms, ${silent.length} silent ones after ${shown['silent']?.toFixed(0)} ms`,
    );
    expect(Math.max(...Object.values(shown))).toBeLessThan(silentMs);
    expect(dashboard.count(({ state }) => state === 'online')).toBe(count - cut.length - silent.length);
  },
  longMs,
);
