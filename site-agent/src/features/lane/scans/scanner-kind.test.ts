import { expect, it } from 'vitest';
import { liveEvents } from '@washdesk/site-protocol/events';
import type { BarcodeScanner } from '../../../ports/barcode-scanner.ts';
import type { SiteEvent } from '../../../ports/site-events.ts';
import { noTags } from '../../../testing/support.ts';
import { scannerKind } from './scanner-kind.ts';

it('reports each scan with its terminal, except what looks like a card number', () => {
  const published: SiteEvent[] = [];
  let scan: (code: string) => void = () => undefined;
  const driver: BarcodeScanner = {
    start: () => undefined,
    stop: () => Promise.resolve(),
    onScan: (listener) => {
      scan = listener;
      return () => undefined;
    },
    health: () => ({ status: 'ready' }),
    onHealth: () => () => undefined,
  };
  const clock = { now: () => new Date('2026-11-26T12:00:00.000Z') };
  const config = { id: 'scanner', terminal: 'Washcashier2' };
  scannerKind.commands([{ id: 'scanner', driver, config }], { clock, events: { publish: (event) => published.push(event) }, tags: noTags });

  for (const code of ['12345+123456', '4111111111111111', '6298921312345678']) scan(code);

  expect(published.map(({ kind, source }) => [kind, source])).toEqual([
    ['scan', 'scanner'],
    ['ignored-scan', 'scanner'],
    ['scan', 'scanner'],
  ]);
  expect(JSON.stringify(published)).not.toContain('4111');
  const scans = published.filter(({ kind }) => kind === 'scan');
  expect(scans.map(({ payload }) => liveEvents.scan.parse(payload).code)).toEqual(['12345+123456', '6298921312345678']);
  expect(liveEvents.scan.parse(published[0]?.payload)).toMatchObject({ terminal: 'Washcashier2' });
});
