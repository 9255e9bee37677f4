import { timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { plainAddress } from '../common/networks.ts';
import { hashOfSecret } from '../common/rotating-secrets.ts';
import { siteMetrics } from './site-metrics.ts';

export interface MetricsOptions {
  /** What a scraper sends as its bearer token; null to serve callers on this machine only. */
  token: string | null;
  proxies: number;
  /** Returns figures by name at each scrape; a rejection leaves them out. */
  gauges: () => Promise<Readonly<Record<string, number>>>;
  /** Every site as the fleet dashboard shows it, from memory. */
  sites: () => readonly FleetSite[];
  now: () => Date;
  brokerConnected: () => boolean;
  commandTimes: Histogram;
}

const buckets = [0.025, 0.1, 0.25, 1, 5];
const methods = new Set(['GET', 'POST', 'PUT', 'DELETE']);

/**
 * `/metrics` in the text format of Prometheus, and the times of all requests. The labels are those of the contracts: a caller cannot add
 * one (docs/decisions/0113-metrics.md).
 */
export function metrics({ token, proxies, gauges, sites, now, brokerConnected, commandTimes }: MetricsOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(commandTimes);
  siteMetrics(registry, sites, now);
  const durations = new Histogram({
    name: 'washdesk_http_request_duration_seconds',
    help: 'Requests by method, route pattern and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const figures = new Gauge({ name: 'washdesk_count', help: 'Figures of the company', labelNames: ['of'], registers: [registry] });
  const scraped = new Gauge({
    name: 'washdesk_database_up',
    help: '1 if the database answered this scrape',
    registers: [registry],
  });

  const connected = new Gauge({ name: 'washdesk_broker_connected', help: '1 while connected to the broker', registers: [registry] });

  const scrape = async (ctx: Context): Promise<void> => {
    if (!mayScrape(ctx, token, proxies)) {
      ctx.status = 404;
      return;
    }
    figures.reset();
    connected.set(brokerConnected() ? 1 : 0);
    try {
      for (const [name, value] of Object.entries(await gauges())) figures.set({ of: name }, value);
      scraped.set(1);
    } catch {
      scraped.set(0);
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', registry.contentType);
    ctx.body = await registry.metrics();
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    // the path of an invalid address cannot be parsed: a later guard refuses it
    if (ctx.req.url === '/metrics' && ctx.method === 'GET') {
      ctx.state['pattern'] = '/metrics';
      return scrape(ctx);
    }
    const end = durations.startTimer();
    await next();
    const route = ctx.state['pattern'] as string | undefined;
    end({ method: methods.has(ctx.method) ? ctx.method : '-', route: route ?? '-', status: `${Math.floor(ctx.status / 100)}xx` });
    return undefined;
  };
}

/** Behind a proxy every caller has the proxy's address, so only a token is proof there. */
function mayScrape(ctx: Context, token: string | null, proxies: number): boolean {
  if (token === null) return proxies === 0 && ['127.0.0.1', '::1'].includes(plainAddress(ctx.req.socket.remoteAddress ?? ''));
  const [, given = ''] = /^Bearer (.+)$/iu.exec(ctx.get('authorization')) ?? [];
  return timingSafeEqual(hashOfSecret(given), hashOfSecret(token));
}
