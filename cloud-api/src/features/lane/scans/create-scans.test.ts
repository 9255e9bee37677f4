import { expect, it } from 'vitest';
import { openLog } from '../../../http/log.ts';
import { LiveHub } from '../../../live/live-hub.ts';
import type { LiveReport } from '../../../ports/site-link.ts';
import { createScans } from './create-scans.ts';

it('a scan reaches the screens of its terminal only', () => {
  const live = new LiveHub(openLog('silent'));
  let report: (report: LiveReport) => void = () => undefined;
  live.register(createScans({ live, onLiveReport: (listener) => (report = listener) }).live ?? []);
  const heard: object[][] = ['Washcashier1', 'Washcashier2'].map((terminal) => {
    const messages: object[] = [];
    const grant = { topic: 'scans', site: 12, filter: { terminal }, session: terminal };
    live.join({ grant, send: (message) => messages.push(message), close: () => undefined });
    return messages;
  });
  const at = '2026-11-26T12:00:00.000Z';
  report({ kind: 'scan', site: 12, at, payload: { scanner: 'scanner', terminal: 'Washcashier2', code: 'ABC1234' } });
  report({ kind: 'scan', site: 27, at, payload: { scanner: 'scanner', terminal: 'Washcashier2', code: 'XYZ789' } });

  const scan = { type: 'scan', site: 12, scanner: 'scanner', terminal: 'Washcashier2', code: 'ABC1234', at };
  expect(heard).toEqual([[{ type: 'ready' }], [{ type: 'ready' }, scan]]);
});
