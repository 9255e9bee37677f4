import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { startRefusingFirebird } from '@washdesk/simulators/firebird/refusing-firebird';
import { startGateSimulator, wiring } from '@washdesk/simulators/gate/gate-simulator';
import { startRfidSimulator } from '@washdesk/simulators/rfid/rfid-simulator';
import { lineTextReader } from '@washdesk/site-agent/drivers/line-text-reader/definition';
import { modbusGate } from '@washdesk/site-agent/drivers/modbus-gate/definition';
import { FirebirdPool } from '@washdesk/site-agent/drivers/sitewatch/firebird-pool';
import { startTestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/firebird.fixture';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import { SitewatchText } from '@washdesk/site-agent/drivers/sitewatch/sitewatch-text';
import { openTcp } from '@washdesk/site-agent/transports/tcp';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { growthOf, isFlat, repeat } from './resource-use.ts';

const { boardRequests, failedLogins, reads } = sizeOf('soak');

/** The full size takes minutes per test: months of a site. */
const longMs = scaledTimeout(30 * 60_000);

const running: { stop(): unknown }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

it(
  `holds no more after ${boardRequests} requests to a relay board over one connection`,
  async () => {
    const board = await startGateSimulator();
    running.push(board);
    const network = { host: '127.0.0.1', port: board.port };
    const driver = await modbusGate.create(
      modbusGate.config.parse({ id: 'north', name: 'North', lane: 1, driver: 'modbus-gate', ...network, ...wiring(0) }),
    );
    running.push(driver);
    driver.start();
    await until('the gate is ready', () => driver.health().status === 'ready' || null);

    // A read of the gate is two requests: its coil and its inputs.
    const growth = await growthOf(boardRequests / 2, (times) => repeat(times, 1, () => driver.read()));

    expect(isFlat(growth)).toBe(true);
    expect(board.state().connections).toBe(1);
  },
  longMs,
);

it(
  `holds no more after ${failedLogins} log-ins that a Firebird refused or cut off, at either end`,
  async () => {
    const server = await startRefusingFirebird();
    running.push(server);
    const account = { user: 'WASHDESK', password: 'wrong', database: 'sitewatch.fdb', charset: 'UTF8' as const };
    const pool = new FirebirdPool({ host: '127.0.0.1', port: server.port, ...account }, 4, new SitewatchText('UTF8'));
    running.push({ stop: () => pool.close() });
    let loggedIn = 0;
    const attempt = (): Promise<void> =>
      pool
        .use(new AbortController().signal, () => Promise.resolve())
        .then(
          () => void (loggedIn += 1),
          () => undefined,
        );

    for (const how of ['refuse', 'hang-up'] as const) {
      server.answer(how);
      const before = server.logins();
      const growth = await growthOf(failedLogins / 2, (times) => repeat(times, 4, attempt));
      expect(isFlat(growth), how).toBe(true);
      expect(server.logins() - before).toBeGreaterThanOrEqual(failedLogins / 2);
      await until('the server has no connection left', () => server.open() === 0 || null);
    }
  },
  longMs,
);

it(
  `holds no more after ${reads} reads of a tag reader`,
  async () => {
    const device = await startRfidSimulator();
    running.push(device);
    const config = { id: 'reader', name: 'Reader', driver: 'line-text-reader', format: 'encompass', host: '127.0.0.1', port: device.port };
    const reader = await lineTextReader.create(lineTextReader.config.parse({ ...config, antennas: { '1': 1 } }));
    running.push(reader);
    let heard = 0;
    reader.onRead(() => (heard += 1));
    reader.start();
    await until('the reader is ready', () => reader.health().status === 'ready' || null);

    const together = 100;
    const growth = await growthOf(reads, async (times) => {
      const wanted = heard + times;
      await repeat(times / together, 1, async () => {
        await device.tag({ tag: 'E200001958F2041815610C08', count: together });
        await new Promise((resolve) => setImmediate(resolve));
      });
      await until('all are heard', () => heard >= wanted || null);
    });

    expect(isFlat(growth)).toBe(true);
  },
  longMs,
);

it(
  `holds no more after ${reads} reads of Sitewatch`,
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-leaks-'));
    running.push({ stop: () => rmSync(folder, { recursive: true, force: true }) });
    const firebird = await startTestSitewatch(folder);
    running.push(firebird);
    const sitewatch = new Sitewatch(12, 'America/Chicago', firebird.config, { now: () => new Date() });
    running.push(sitewatch);
    sitewatch.start();
    await until('Sitewatch is ready', () => sitewatch.health().status === 'ready' || null);

    const growth = await growthOf(reads, (times) =>
      repeat(times, 4, () => sitewatch.customerByCode('ABC1234-IL', new AbortController().signal)),
    );

    expect(isFlat(growth)).toBe(true);
  },
  longMs,
);

it(
  `holds no more after ${failedLogins / 10} connections that were opened and closed under one signal`,
  async () => {
    const device = await startRfidSimulator();
    running.push(device);
    const { signal } = new AbortController();

    const growth = await growthOf(failedLogins / 10, (times) =>
      repeat(times, 4, async () => {
        const line = await openTcp({ host: '127.0.0.1', port: device.port, timeoutMs: 5_000, signal });
        line.close();
        await line.closed;
      }),
    );

    expect(isFlat(growth)).toBe(true);
  },
  longMs,
);
