import { runUntilStopped } from '@washdesk/local-servers/processes/until-stopped';
import { startWorkbenchPage } from './page.ts';
import { startPassingCars } from './passing-cars.ts';
import { readStartOptions } from './start-options.ts';
import { startupSummary } from './startup-summary.ts';
import { startWorkbench } from './workbench.ts';

/** `npm start`: the whole company on this machine, until Ctrl-C. */
const say = (line: string): void => console.log(line);

await runUntilStopped(async (onStop) => {
  const began = performance.now();
  const { cars, ...options } = readStartOptions(process.argv.slice(2));
  const workbench = await startWorkbench({ ...options, stripeScripts: true, log: say });
  onStop(workbench.stop);
  const page = await startWorkbenchPage(workbench);
  onStop(page.stop);
  if (cars) {
    const passing = startPassingCars(workbench, say);
    onStop(async () => passing.stop());
  }
  onStop(async () => say('Stopping … Ctrl-C again ends everything at once.'));
  say(await startupSummary(workbench, page.url));
  say(`Ready after ${((performance.now() - began) / 1000).toFixed(1)} s. Ctrl-C stops everything; the data are kept.`);
});
