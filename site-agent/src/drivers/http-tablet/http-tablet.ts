import type { DeviceHealth, HealthListener, Unsubscribe } from '../../ports/device.ts';
import type { Tablet } from '../../ports/tablet.ts';
import { sendRequest, type WholeRequest } from '../../transports/http-client.ts';
import { pause } from '../../transports/reconnect.ts';
import { HealthReport } from '../health-report.ts';
import type { HttpTabletConfig } from './config.ts';

/** Largest response of a tablet, whose content is ignored. */
const maxBytes = 65_536;

/** A tablet that listens on the site's network. Its last response, to a hint or a health check, is its health. */
export class HttpTablet implements Tablet {
  readonly #config: HttpTabletConfig;
  readonly #health = new HealthReport();
  #stopping = new AbortController();
  #watching: Promise<void> | undefined;

  constructor(config: HttpTabletConfig) {
    this.#config = config;
  }

  start(): void {
    this.#watching ??= this.#watch(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    this.#stopping = new AbortController();
    this.#watching = undefined;
  }

  health(): DeviceHealth {
    return this.#health.current;
  }

  onHealth(listener: HealthListener): Unsubscribe {
    return this.#health.subscribe(listener);
  }

  hint(signature: string): Promise<boolean> {
    const headers = { 'content-type': 'application/json' };
    return this.#ask('hint', { method: 'POST', headers, body: JSON.stringify({ signature }) });
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#ask('health', {});
      await pause(this.#config.probeEveryMs, signal);
    }
  }

  async #ask(path: string, request: Pick<WholeRequest, 'method' | 'headers' | 'body'>): Promise<boolean> {
    const { host, port, answerWithinMs } = this.#config;
    const stopping = this.#stopping.signal;
    const limit = AbortSignal.timeout(answerWithinMs);
    try {
      const signal = AbortSignal.any([stopping, limit]);
      const { ok, status } = await sendRequest(new URL(`http://${host}:${port}/${path}`), { ...request, signal, maxBytes });
      if (ok) this.#health.ready();
      else this.#health.faulty(`answers /${path} with ${status}`);
      return ok;
    } catch {
      if (!stopping.aborted) this.#health.offline(limit.aborted ? 'doesn’t respond in time' : 'refuses connections');
      return false;
    }
  }
}
