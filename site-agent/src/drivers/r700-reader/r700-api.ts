import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { openResponse, readResponse, type HttpRequest } from '../../transports/http.ts';
import { peerOf } from '../../transports/tcp.ts';
import { openTls } from '../../transports/tls.ts';
import { TransportError } from '../../transports/transport.ts';
import { describe } from '../health-report.ts';
import type { R700ReaderConfig } from './config.ts';
import { jsonOf } from './events.ts';

const timeoutMs = 5_000;
const maxBytes = 256 * 1024;

const statusAnswer = z.object({ status: z.string(), time: z.string() });
const interfaceAnswer = z.object({ rfidInterface: z.string() });
const refusal = z.object({ message: z.string(), invalidPropertyId: z.string().optional(), detail: z.string().optional() });

export interface ReaderStatus {
  /** No inventory runs. */
  isIdle: boolean;
  /** By the reader's clock, in epoch milliseconds. */
  time: number;
}

/** The reader's REST interface, version 1. Each call has its own connection. */
export class R700Api {
  readonly #config: R700ReaderConfig;
  readonly #signal: AbortSignal;

  /** @param signal ends all calls */
  constructor(config: R700ReaderConfig, signal: AbortSignal) {
    this.#config = config;
    this.#signal = signal;
  }

  /** @throws TransportError that names what a person can change */
  async status(): Promise<ReaderStatus> {
    const { status, body } = await this.#call('GET', '/status');
    const answer = status === 200 ? statusAnswer.safeParse(jsonOf(body)) : null;
    const time = Date.parse(answer?.data?.time ?? '');
    if (answer?.success && !Number.isNaN(time)) return { isIdle: answer.data.status === 'idle', time };
    throw this.#error((await this.#usesLlrp()) ? llrp : `it responds to /status with ${status}; check 'host' and 'port'`);
  }

  /** Keeps no reads for a later connection: an old read must not look new. */
  async configureStream(): Promise<void> {
    const { keepAliveSeconds } = this.#config;
    await this.#order('PUT', '/http-stream', { eventBufferSize: 0, eventAgeLimitMinutes: 1, keepAliveIntervalSeconds: keepAliveSeconds });
  }

  /** Replaces whatever inventory runs by ours. The reader does not store it, so it is also due after its restart. */
  async startInventory(): Promise<void> {
    const { antennas, transmitPower, rfMode, session, estimatedTags } = this.#config;
    await this.#order('POST', '/profiles/inventory/start', {
      eventConfig: {
        common: { hostname: 'disabled' },
        tagInventory: {
          epc: 'disabled',
          epcHex: 'enabled',
          antennaPort: 'enabled',
          peakRssiCdbm: 'enabled',
          tagReporting: { reportingIntervalSeconds: 0, tagCacheSize: 2_048, antennaIdentifier: 'antennaPort', tagIdentifier: 'epc' },
        },
      },
      antennaConfigs: Object.keys(antennas).map((antenna) => ({
        antennaPort: Number(antenna),
        transmitPowerCdbm: Math.round(transmitPower * 100),
        rfMode,
        inventorySession: session,
        inventorySearchMode: 'dual-target',
        estimatedTagPopulation: estimatedTags,
      })),
    });
  }

  async stopInventory(): Promise<void> {
    await this.#order('POST', '/profiles/stop');
  }

  /** Returns the stream of events, one per line. */
  async stream(): Promise<IncomingMessage> {
    const response = await this.#open('GET', '/data/stream');
    if (response.statusCode === 200) return response;
    response.destroy();
    throw this.#error(`it responds to /data/stream with ${response.statusCode}`);
  }

  async #usesLlrp(): Promise<boolean> {
    const { body } = await this.#call('GET', '/system/rfid/interface');
    return interfaceAnswer.safeParse(jsonOf(body)).data?.rfidInterface === 'llrp';
  }

  async #order(method: HttpRequest['method'], path: string, json?: object): Promise<void> {
    const { status, body } = await this.#call(method, path, json);
    if (status >= 200 && status < 300) return;
    const { message, invalidPropertyId: property } = refusal.safeParse(jsonOf(body)).data ?? { message: `status ${status}` };
    throw this.#error(`it rejects ${path}: ${message}${property === undefined ? '' : ` (${property})`}`);
  }

  async #call(method: HttpRequest['method'], path: string, json?: object): Promise<{ status: number; body: string }> {
    const response = await this.#open(method, path, json);
    try {
      return await readResponse(response, { timeoutMs, maxBytes });
    } catch (error) {
      throw this.#error(describe(error));
    }
  }

  async #open(method: HttpRequest['method'], path: string, json?: object): Promise<IncomingMessage> {
    const { host, port, tls, login } = this.#config;
    const transport = await openTls({ host, port, ...tls, timeoutMs, signal: this.#signal });
    const request = { method, path: `/api/v1${path}`, host, port, login, json, timeoutMs };
    let response: IncomingMessage;
    try {
      response = await openResponse(transport, request, WriteDeadline.none);
    } catch (error) {
      throw this.#error(describe(error));
    }
    if (response.statusCode !== 401) return response;
    response.destroy();
    throw this.#error("it rejects the user or the password; check 'login'");
  }

  #error(words: string): TransportError {
    return new TransportError(`${peerOf(this.#config)}: ${words}`);
  }
}

const llrp = "its RFID interface is LLRP; choose 'Impinj IoT Device Interface' at the reader, or use the driver llrp-reader";
