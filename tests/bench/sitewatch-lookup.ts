import os from 'node:os';
import { sitewatchCustomerByCode } from '@washdesk/contracts/sites/sitewatch-member';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { openRegister } from '../workbench/register.ts';
import { Client } from './client.ts';
import { describeLatencies, latencyRatio, type Run } from './figures.ts';
import { LookupFloor, type Found } from './sitewatch-lookup-floor.ts';
import { lookups, lookupWarmUps, registersAtOnce, runs } from './sizes.ts';

const site = 12;
const aim = 2.5;
/** Number of codes per turn. */
const inTurn = 20;

type Find = (code: string) => Promise<Found>;

function findBy(client: Client): Find {
  return async (code) => {
    const { status, body } = await client.ask(`/firebird/customercode/${encodeURIComponent(code)}`);
    if (status !== 200) throw new Error(`The look-up of ${code} returned ${status}: ${body}`);
    const { customer_objid: objid, codes, plans } = sitewatchCustomerByCode.response.parse(JSON.parse(body));
    return { objid, codes: codes.length, plans: plans.length };
  };
}

/** Looks every code up once, `atOnce` at a time. */
async function findAll(codes: readonly string[], atOnce: number, find: Find): Promise<Run> {
  const waiting = [...codes];
  const latencies: number[] = [];
  const register = async (): Promise<void> => {
    for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
      const asked = performance.now();
      await find(code);
      latencies.push(performance.now() - asked);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, register));
  return { latencies, elapsedMs: performance.now() - began };
}

/** Runs both, a few codes each in turn: on a busy machine this compares better than two long runs. */
async function runBoth(codes: readonly string[], atOnce: number, ours: Find, floor: Find): Promise<Record<'api' | 'floor', Run>> {
  const parts = { api: [] as Run[], floor: [] as Run[] };
  for (let from = 0; from < codes.length; from += inTurn) {
    const few = codes.slice(from, from + inTurn);
    parts.api.push(await findAll(few, atOnce, ours));
    parts.floor.push(await findAll(few, atOnce, floor));
  }
  return { api: joined(parts.api), floor: joined(parts.floor) };
}

const joined = (parts: readonly Run[]): Run => ({
  latencies: parts.flatMap(({ latencies }) => latencies),
  elapsedMs: parts.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
});

/** @throws Error if the two find different results: then their times are meaningless */
async function findTheSame(codes: readonly string[], ours: Find, floor: Find): Promise<void> {
  for (const code of codes) {
    const [answered, stands] = [JSON.stringify(await ours(code)), JSON.stringify(await floor(code))];
    if (answered !== stands) throw new Error(`The look-up of ${code} returned ${answered}, but Sitewatch has ${stands}`);
  }
}

interface Measured {
  atOnce: number;
  api: Run[];
  floor: Run[];
}

function describeRatio({ atOnce, api, floor }: Measured): string[] {
  const ratio = latencyRatio(api, floor);
  return [
    `  ${atOnce === 1 ? 'one after the other' : `${atOnce} at once`}`,
    describeLatencies('whole way', api),
    describeLatencies('bare', floor),
    `  ratio      ${ratio.toFixed(2)} times the bare p50; the aim is at most ${aim}: ${ratio <= aim ? 'reached' : 'missed'}`,
  ];
}

async function measure(workbench: Workbench, codes: readonly string[], bare: LookupFloor): Promise<Measured[]> {
  const measured: Measured[] = registersAtOnce.map((atOnce) => ({ atOnce, api: [], floor: [] }));
  const floor: Find = (code) => bare.find(code);
  for (let run = -lookupWarmUps; run < runs; run += 1) {
    const client = new Client(workbench.url, await openRegister(workbench, site), Math.max(...registersAtOnce));
    const ours = findBy(client);
    if (run === -lookupWarmUps) {
      await until('the agent has found its Sitewatch', () => ours(codes[0]!).catch(() => null));
      await findTheSame(codes, ours, floor);
    }
    for (const { atOnce, ...kept } of measured) {
      const both = await runBoth(codes, atOnce, ours, floor);
      if (run < 0) continue;
      kept.api.push(both.api);
      kept.floor.push(both.floor);
    }
    client.close();
  }
  return measured;
}

/**
 * Measures the look-up of a code's customer through API, broker, agent and Firebird and back, beside the same statement by bare
 * node-firebird.
 */
export async function benchLookup(workbench: Workbench): Promise<string[]> {
  const address = workbench.sitewatch(site);
  if (!address) return ['Look-up in Sitewatch: not measured, for there is no Firebird on this machine'];
  const members = workbench.company.members.filter(({ deleted }) => !deleted).slice(0, lookups);
  const codes = members.map(({ plate }) => plate);
  const bare = new LookupFloor(address);
  try {
    const measured = await measure(workbench, codes, bare);
    const load = os.loadavg()[0]!.toFixed(1);
    return [`Look-up in Sitewatch: ${codes.length} codes a run, load ${load} at the end`, ...measured.flatMap(describeRatio)];
  } finally {
    await bare.stop();
  }
}
