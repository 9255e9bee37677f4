import path from 'node:path';
import { accepts, LOOPBACK } from '@washdesk/local-servers/ports';
import { launch, type Running } from '@washdesk/local-servers/processes/launch';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { runUntilStopped } from '@washdesk/local-servers/processes/until-stopped';
import { startWorkbenchPage } from './page.ts';
import { startPassingCars } from './passing-cars.ts';
import { readStartOptions } from './start-options.ts';
import { startupSummary } from './startup-summary.ts';
import { VITE } from './web-build.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

/** `npm run dev`: the workbench, with the app from Vite's server, which shows every change at once. */
const PORT = 5173;
const say = (line: string): void => console.log(line);

async function startVite({ folder, port }: Workbench): Promise<Running> {
  const vite = await launch({
    name: 'vite',
    folder: path.join(folder, 'run'),
    program: process.execPath,
    args: [VITE, '--host', LOOPBACK, '--port', String(PORT), '--strictPort'],
    cwd: path.join(ROOT, 'web'),
    env: {
      ...process.env,
      WASHDESK_API_URL: `http://${LOOPBACK}:${port('cloud-api')}`,
      WASHDESK_STRIPE_SCRIPTS_URL: `http://${LOOPBACK}:${port('stripe')}`,
    },
  });
  await vite.ready(async () => ((await accepts(PORT)) ? true : null));
  return vite;
}

await runUntilStopped(async (onStop) => {
  // links and the origin check of a socket must use the address that the browser shows
  const publicUrl = `http://${LOOPBACK}:${PORT}`;
  const { cars, ...options } = readStartOptions(process.argv.slice(2));
  const workbench = await startWorkbench({ ...options, publicUrl, stripeScripts: true, log: say });
  onStop(workbench.stop);
  const page = await startWorkbenchPage(workbench);
  onStop(page.stop);
  if (cars) {
    const passing = startPassingCars(workbench, say);
    onStop(async () => passing.stop());
  }
  const vite = await startVite(workbench);
  onStop(vite.stop);
  say(await startupSummary(workbench, page.url));
  say(`Vite serves the app on ${publicUrl}. Ctrl-C stops everything.`);
});
