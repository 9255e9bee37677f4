import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Headers } from '@washdesk/cloud-api/testing/callers';

export interface RedeemOutcome {
  plate: string;
  usageId: string | null;
  error: string | undefined;
  /** How the responses before the last one ended: a status, or the error's code. */
  retried: string[];
}

interface Options {
  url: string;
  ca: string;
  /** Signed-in cashiers, who redeem in turn. */
  cashiers: readonly Headers[];
  perSecond: number;
  plates: readonly string[];
}

/** As long as a browser waits for one response. */
const responseMs = 10_000;
const retryMs = 500;
const retriesMs = 120_000;

/** Redeems at a steady rate, whatever happens, until it is stopped. Each redeem is retried under its key, as the redeem screen does. */
export function startSteadyRedeems({ url, ca, cashiers, perSecond, plates }: Options): { stop(): Promise<RedeemOutcome[]> } {
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 64 });
  const stopping = new AbortController();

  async function ask(plate: string, headers: Headers): Promise<{ status: number; body: string }> {
    const options = { agent, headers, signal: AbortSignal.timeout(responseMs) };
    const asking = request(`${url}/api/dxt/${plate}?redeem=yes&type=WASH`, options).end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  }

  async function redeem(plate: string, cashier: Headers): Promise<RedeemOutcome> {
    const headers = { ...cashier, 'idempotency-key': randomUUID() };
    const retried: string[] = [];
    for (const end = performance.now() + retriesMs; ; await pause(retryMs)) {
      const answer = await ask(plate, headers).catch((error: Error & { code?: string }) => error.code ?? error.name);
      if (typeof answer === 'object' && answer.status === 200) {
        const { usageId, error } = JSON.parse(answer.body) as Pick<RedeemOutcome, 'usageId' | 'error'>;
        return { plate, usageId, error, retried };
      }
      const reason = typeof answer === 'object' ? String(answer.status) : answer;
      if (performance.now() > end || reason.startsWith('4')) throw new Error(`Redeem of ${plate} failed: ${reason}`);
      retried.push(reason);
    }
  }

  async function run(): Promise<RedeemOutcome[]> {
    const outcomes: Promise<RedeemOutcome>[] = [];
    const began = performance.now();
    for (const [place, plate] of plates.entries()) {
      await pause(Math.max(0, began + (place * 1_000) / perSecond - performance.now()));
      if (stopping.signal.aborted) return Promise.all(outcomes);
      outcomes.push(redeem(plate, cashiers[place % cashiers.length]!));
    }
    throw new Error('More members are needed for this rate');
  }

  const outcomes = run();
  outcomes.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      try {
        return await outcomes;
      } finally {
        agent.destroy();
      }
    },
  };
}
