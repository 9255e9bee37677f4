import { readStartOptions } from './start-options.ts';
import { startupSummary } from './startup-summary.ts';
import { untilStopped } from '@washdesk/local-servers/processes/until-stopped';
import { startWorkbench } from './workbench.ts';
import { startWorkbenchPage } from './page.ts';

/** `npm start`: the whole company on this machine, until Ctrl-C. */
const say = (line: string): void => console.log(line);
const stopped = untilStopped();
let isReady = false;
// Ctrl-C during the start ends it at once: services end with this process.
void stopped.then(() => isReady || process.exit(130));

try {
  const began = performance.now();
  const workbench = await startWorkbench({ ...readStartOptions(process.argv.slice(2)), stripeScripts: true, log: say });
  const page = await startWorkbenchPage(workbench);
  isReady = true;
  say(await startupSummary(workbench, page.url));
  say(`Ready after ${((performance.now() - began) / 1000).toFixed(1)} s. Ctrl-C stops everything; the data are kept.`);
  await stopped;
  say('Stopping …');
  await page.stop();
  await workbench.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
