import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sitewatch } from './drivers/sitewatch/sitewatch.ts';
import { startTestSitewatch } from './drivers/sitewatch/test-firebird.ts';
import { eventually, temporaryFolder } from './test-parts.ts';
process.on('uncaughtException', (e) => { console.log('UNCAUGHT', e.stack); });
process.on('unhandledRejection', (e) => { console.log('UNHANDLED', e); });
const f = temporaryFolder();
const fb = await startTestSitewatch(f.path);
const sw = new Sitewatch(12, 'UTC', fb.config);
sw.start();
await eventually(() => sw.health().status === 'ready');
let busy = true; const ids: string[] = []; const errs: Record<string, number> = {};
const till = async (n: number) => { while (busy) { const usageId = randomUUID(); ids.push(usageId);
  for (;;) { try { 
    if (n % 2) await sw.customerByCode('ABC1234-IL', AbortSignal.timeout(1000)); 
    await sw.recordUsage({ usageId, code: 'ABC1234-IL', planName: 'STR SUPER KISS', terminal: null, employee: 1, at: '2026-11-21T18:30:15.250Z' }, AbortSignal.timeout(1000)); break; } catch (e) { const k = (e as Error).message.slice(0, 60); errs[k] = (errs[k] ?? 0) + 1; await sleep(5); } } } };
const tills = Promise.all([0, 1, 2, 3, 4, 5].map(till));
for (let k = 0; k < 25; k++) { await sleep(Math.random() * 300);
  if (k % 5 === 4) { process.kill(fb.server.pid, 'SIGSTOP'); await sleep(2500); process.kill(fb.server.pid, 'SIGCONT'); }
  await fb.restart(); await eventually(() => sw.health().status === 'ready', 20000); }
busy = false; await tills;
const rows = await fb.query('select REFERENCE, count(*) as N from TENDER group by 1');
console.log('ids', ids.length, 'rows', rows.length, 'dup', rows.filter((r) => Number(r['N']) !== 1).length, errs);
const t0 = performance.now(); for (let i = 0; i < 200; i++) await sw.recordUsage({ usageId: randomUUID(), code: 'ABC1234-IL', planName: 'STR SUPER KISS', terminal: null, employee: 1, at: '2026-11-21T18:30:15.250Z' }, AbortSignal.timeout(1000));
console.log('ms per record', (performance.now() - t0) / 200);
await sw.stop(); await fb.stop(); f.remove();
