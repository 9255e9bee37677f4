import { randomUUID } from 'node:crypto';
import { Client, type SignedIn } from './client.ts';
import type { Run } from './figures.ts';

export interface Load {
  /** Has no path. */
  url: string;
  register: SignedIn;
  clients: number;
}

/** Redeems every code once, each under its own key. @throws Error if a response is not a new usage */
export async function redeemAll(codes: readonly string[], { url, register, clients }: Load): Promise<Run> {
  const client = new Client(url, register, clients);
  const waiting = [...codes];
  const latencies: number[] = [];
  const redeemNext = async (): Promise<void> => {
    for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
      const sent = performance.now();
      const headers = { 'idempotency-key': randomUUID() };
      const { status, body } = await client.ask(`/dxt/${encodeURIComponent(code)}?redeem=yes&type=WASH`, { headers });
      latencies.push(performance.now() - sent);
      if (status !== 200 || !/"usageId":"/.test(body)) throw new Error(`${url} returned ${status} for the redeem of ${code}: ${body}`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, redeemNext));
  const elapsedMs = performance.now() - began;
  client.close();
  return { latencies, elapsedMs };
}
