import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { siteCommandTimes } from '@washdesk/cloud-api/common/site-command-times';
import { gaugeNames } from '@washdesk/cloud-api/db/metric-gauges';
import { metrics } from '@washdesk/cloud-api/http/metrics';
import { AgentMetrics } from '@washdesk/site-agent/metrics/agent-metrics';
import { commands } from '@washdesk/site-protocol/commands';

const datasource = z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });
const gridPos = z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1).max(24), h: z.int().min(1) });
const placed = { id: z.int().positive(), title: z.string().min(1), gridPos };
const target = z.object({ refId: z.string().regex(/^[A-Z]$/), datasource, expr: z.string().min(1), legendFormat: z.string() });
/** What Grafana needs of a dashboard file. */
const dashboard = z.object({
  uid: z.string().max(40),
  title: z.string().min(1),
  schemaVersion: z.int().min(39),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.enum(['datasource', 'textbox']) })) }),
  panels: z.array(
    z.discriminatedUnion('type', [
      z.object({ ...placed, type: z.literal('row'), panels: z.array(z.never()) }),
      z.object({
        ...placed,
        type: z.enum(['stat', 'timeseries', 'table']),
        datasource,
        targets: z.array(target).min(1),
        fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
        options: z.record(z.string(), z.unknown()),
      }),
    ]),
  ),
});

const file = path.join(import.meta.dirname, '../../deploy/grafana/washdesk.json');
const { panels, templating } = dashboard.parse(JSON.parse(readFileSync(file, 'utf8')));
const expressions = panels.flatMap((panel) => ('targets' in panel ? panel.targets.map(({ expr }) => expr) : []));

/** Returns what a scrape of cloud-api gets. */
async function scrapedCloud(): Promise<string> {
  const figures = { gauges: async () => ({}), sites: () => [], now: () => new Date(), brokerConnected: () => true };
  const server = new Koa().use(metrics({ token: null, proxies: 0, ...figures, commandTimes: siteCommandTimes() })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
  server.close();
  return response.text();
}

/** Returns the name of each series of cloud-api and of an agent. */
async function exported(): Promise<ReadonlySet<string>> {
  const agent = new AgentMetrics({
    version: '1.0.0',
    journal: {
      outbox: { waiting: () => ({ events: 0, oldest: null }), space: () => ({ usedBytes: 0, maxBytes: 1 }) },
      roster: { confirmed: null },
    } as never,
    problems: { all: () => [] },
    outage: { connection: { connected: true } },
    events: { subscribe: () => undefined } as never,
    answers: { roundTripMs: null },
    clock: { now: () => new Date() },
  });
  const texts = [await scrapedCloud(), await agent.text()];
  const kinds = texts.flatMap((text) =>
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [name, kind] as const),
  );
  const parts = { histogram: ['_bucket', '_sum', '_count'] } as Readonly<Record<string, readonly string[]>>;
  return new Set(kinds.flatMap(([name, kind]) => (parts[kind] ?? ['']).map((part) => name + part)));
}

describe('the dashboard for Grafana', () => {
  it('shows only metrics that cloud-api or an agent exports', async () => {
    const names = expressions.flatMap((expr) => expr.match(/\b(?:washdesk|nodejs|process)_\w+/g) ?? []);
    expect(names.length).toBeGreaterThan(30);
    const known = await exported();
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('names only figures and commands that exist', () => {
    const of = expressions.flatMap((expr) => [...expr.matchAll(/\bof=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|')));
    expect(of.filter((name) => !gaugeNames.includes(name))).toEqual([]);
    const sent = expressions.flatMap((expr) => [...expr.matchAll(/\bcommand!?="([^"]+)"/g)].map(([, name = '']) => name));
    expect(sent.filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
  });

  it('has balanced expressions, and no variable that it does not declare', () => {
    const declared = new Set(['__rate_interval', ...templating.list.map(({ name }) => name)]);
    for (const expr of expressions) {
      for (const [open, close] of ['()', '{}', '[]']) expect(expr.split(open!).length, expr).toBe(expr.split(close!).length);
      const used = [...expr.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
      expect(used.filter((name) => !declared.has(name))).toEqual([]);
    }
  });

  it('has panels that are each at a place of its own, inside 24 columns', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_none, at) => [x + (at % w), y + Math.floor(at / w)] as const),
    );
    expect(Math.max(...cells.map(([x]) => x))).toBeLessThan(24);
    expect(new Set(cells.map(String)).size).toBe(cells.length);
  });
});
