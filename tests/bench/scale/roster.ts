import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { Journal } from '@washdesk/site-agent/journal/journal';
import { rosterPage, type RosterPage } from '@washdesk/site-protocol/roster';
import { quantile } from '../figures.ts';
import type { ScaleCloud } from './clouds.ts';

const site = 12;
/** Number of codes that change before a delta is pulled. */
const changes = 200;

interface Pull {
  pages: RosterPage[];
  latencies: number[];
  bytes: number;
}

async function pull(cloud: ScaleCloud, headers: { authorization: string }, since: number): Promise<Pull> {
  const pages: RosterPage[] = [];
  const latencies: number[] = [];
  let bytes = 0;
  do {
    const sent = performance.now();
    const { body } = await cloud.client.ask(`/agent/roster?since=${pages.at(-1)?.seq ?? since}`, { headers });
    latencies.push(performance.now() - sent);
    bytes += body.length;
    pages.push(rosterPage.parse(JSON.parse(body)));
  } while (pages.at(-1)!.more);
  return { pages, latencies, bytes };
}

/** Assigns new sequence numbers to the last codes, as a change of their memberships does. */
async function changeSome(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`with top as (select max(seq) as seq from roster_entry)
    update roster_entry r set seq = top.seq + c.place
    from top, (select code, row_number() over (order by seq) as place from (select code, seq from roster_entry order by seq limit ${changes}) o) c where c.code = r.code`);
  await client.end();
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
const seconds = (from: number): string => `${((performance.now() - from) / 1_000).toFixed(1)} s`;

/** The first snapshot of a site and a delta: pulled from cloud-api page by page, and stored by the agent's own journal. */
/** Yields the pages as an agent gets them: with a network wait between two pages. */
async function* yielding(pages: readonly RosterPage[]): AsyncGenerator<RosterPage> {
  for (const page of pages) {
    await setImmediate();
    yield page;
  }
}

export async function describeRoster(cloud: ScaleCloud, databaseUrl: string): Promise<string[]> {
  const headers = await cloud.agent(site);
  const before = cloud.memory().now;
  const began = performance.now();
  const first = await pull(cloud, headers, 0);
  const pulled = seconds(began);
  const entries = first.pages.reduce((sum, page) => sum + page.entries.length, 0);
  await changeSome(databaseUrl);
  const deltaBegan = performance.now();
  const delta = await pull(cloud, headers, first.pages.at(-1)!.seq);
  const deltaTook = performance.now() - deltaBegan;
  const { now, most } = cloud.memory();

  const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-scale-agent-'));
  const log = pino({ level: 'silent' });
  const journal = new Journal({ folder, site, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log });
  const stores = performance.now();
  const running = new AbortController().signal;
  const stall = monitorEventLoopDelay({ resolution: 1 });
  stall.enable();
  await journal.roster.apply(yielding(first.pages), running);
  stall.disable();
  const stored = seconds(stores);
  const storesDelta = performance.now();
  await journal.roster.apply(delta.pages, running);
  const storedDelta = performance.now() - storesDelta;
  journal.close();
  rmSync(folder, { recursive: true });
  return [
    `Roster: first snapshot of ${entries} codes in ${pulled}: ${first.pages.length} pages, p50 ${quantile(first.latencies, 0.5).toFixed(1)} ms, p99 ${quantile(first.latencies, 0.99).toFixed(1)} ms, ${megabytes(first.bytes)}`,
    `  cloud-api held ${before} MB before, ${now} MB after, ${most} MB at most`,
    `  delta of ${changes} codes in ${deltaTook.toFixed(1)} ms`,
    `  the agent stores the snapshot in ${stored} and stands still for ${(stall.max / 1e6).toFixed(0)} ms at most, the delta in ${storedDelta.toFixed(1)} ms; this process, which holds all pages at once, has ${megabytes(process.memoryUsage().rss)}`,
  ];
}
