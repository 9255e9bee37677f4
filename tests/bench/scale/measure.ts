import { randomUUID } from 'node:crypto';
import { measured } from '@washdesk/contracts/all-samples.fixture';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { BenchMember, Call } from '@washdesk/contracts/samples.fixture';
import { quantile } from '../figures.ts';
import type { ScaleCloud } from './clouds.ts';
import type { DatabaseName } from './database.ts';
import type { People } from './people.ts';

export interface Figures {
  /** The shortest time: it is least affected by other load. */
  least: number;
  p50: number;
  p99: number;
}

/** A call as measured on both databases; or its response if not 200. */
export interface Row {
  id: string;
  way: string;
  kind: 'search' | 'look-up' | 'list';
  seeded: Figures | string;
  large: Figures | string;
}

type PerDatabase<T> = Record<DatabaseName, T>;

const figuresOf = (latencies: readonly number[]): Figures => ({
  least: Math.min(...latencies),
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
});

const isList = ({ response }: Endpoint): boolean => 'shape' in response && Object.hasOwn(response.shape as object, 'count');

function pathOf({ path }: Endpoint, { params = {}, query = {} }: Call): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_brace, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

interface Asked {
  path: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: unknown;
}

/** Measures both alternately, so that other load affects both. */
async function measureBoth(
  clouds: PerDatabase<ScaleCloud>,
  questions: PerDatabase<readonly Asked[]>,
): Promise<PerDatabase<Figures | string>> {
  const warmUp = 3;
  const latencies: PerDatabase<number[]> = { seeded: [], large: [] };
  const refused: Partial<PerDatabase<string>> = {};
  const most = Math.max(questions.seeded.length, questions.large.length);
  for (let place = 0; place < most; place += 1) {
    for (const which of ['seeded', 'large'] as const) {
      const question = questions[which][place];
      if (!question || refused[which]) continue;
      const { path, ...rest } = question;
      const sent = performance.now();
      const { status, body } = await clouds[which].client.ask(path, rest);
      if (place >= warmUp) latencies[which].push(performance.now() - sent);
      // a look-up without a result counts too
      if (status !== 200 && status !== 404) refused[which] = `answered ${status} ${/"error":"(\w+)"/.exec(body)?.[1] ?? ''}`.trim();
    }
  }
  const result = (which: DatabaseName): Figures | string => refused[which] ?? figuresOf(latencies[which]);
  return { seeded: result('seeded'), large: result('large') };
}

const cycled = (people: readonly BenchMember[], count: number): BenchMember[] =>
  Array.from({ length: count }, (_one, place) => people[place % people.length]!);

async function measureCall(
  endpoint: Endpoint,
  {
    way,
    ask,
    samples,
    clouds,
    people,
  }: {
    way: string;
    ask: (person: BenchMember) => Call;
    samples: number;
    clouds: PerDatabase<ScaleCloud>;
    people: PerDatabase<BenchMember[]>;
  },
): Promise<Row> {
  const method = endpoint.method === 'POST' ? 'POST' : 'GET';
  const questions = (which: DatabaseName): Asked[] =>
    cycled(people[which], samples).map((person) => {
      const one = ask(person);
      return { path: pathOf(endpoint, one), method, ...(one.body !== undefined && { body: one.body }) };
    });
  const figures = await measureBoth(clouds, { seeded: questions('seeded'), large: questions('large') });
  const kind = endpoint.id === 'searchCustomers' ? 'search' : isList(endpoint) ? 'list' : 'look-up';
  return { id: endpoint.id, way, kind, ...figures };
}

/** Redeems members who have not redeemed yet, each once. */
export async function measureRedeem(clouds: PerDatabase<ScaleCloud>, people: PerDatabase<People>, already: number): Promise<Row> {
  const questions = (which: DatabaseName): Asked[] =>
    people[which].drawn.slice(already).map(({ plate }) => ({
      path: `/dxt/${encodeURIComponent(plate)}?redeem=yes&type=WASH`,
      method: 'GET',
      headers: { 'idempotency-key': randomUUID() },
    }));
  return {
    id: 'redeem',
    way: 'redeem=yes',
    kind: 'look-up',
    ...(await measureBoth(clouds, { seeded: questions('seeded'), large: questions('large') })),
  };
}

export interface MeasureOptions {
  clouds: PerDatabase<ScaleCloud>;
  people: PerDatabase<People>;
  samples: number;
  /** Only calls whose id matches. */
  only: RegExp;
  log: (line: string) => void;
}

/** Measures every call in every way, with evenly drawn members; a customer's own data also with the members who have the most rows. */
export async function measureCalls({ clouds, people, samples, only, log }: MeasureOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [endpoint, ways] of [...measured].filter(([{ id }]) => only.test(id))) {
    for (const [way, ask] of Object.entries(ways ?? {})) {
      const drawn = { seeded: people.seeded.drawn, large: people.large.drawn };
      rows.push(await measureCall(endpoint, { way, ask, samples, clouds, people: drawn }));
      if (!endpoint.path.startsWith('/customer/{id}')) continue;
      const busiest = { seeded: people.seeded.busiest, large: people.large.busiest };
      rows.push(await measureCall(endpoint, { way: 'the busiest', ask, samples, clouds, people: busiest }));
    }
    log(`${endpoint.id} measured`);
  }
  return rows;
}
