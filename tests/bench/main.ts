import os from 'node:os';
import { testBrokerName } from '@washdesk/local-servers/test-broker';
import { withCompany } from './company.ts';
import { benchCustomer } from './customer.ts';
import { benchGate } from './gate.ts';
import { benchLaneBoard } from './lane-board.ts';
import { benchLane } from './lane.ts';
import { benchRedeem } from './redeem.ts';
import { benchScale } from './scale/bench.ts';
import { benchScreens } from './screens.ts';
import { benchSignIn } from './sign-in.ts';
import { benchLookup } from './sitewatch-lookup.ts';
import { runs } from './sizes.ts';

/** `npm run bench`: measures the product against what the machine allows; `npm run bench -- gate` measures one figure. */
const benches = {
  redeem: benchRedeem,
  gate: benchGate,
  lane: benchLane,
  laneBoard: benchLaneBoard,
  lookup: benchLookup,
  signIn: benchSignIn,
  screens: benchScreens,
  customer: benchCustomer,
};
type Name = keyof typeof benches;
const names = Object.keys(benches) as Name[];

// Calls the 'exit' handlers, which end the workbench's services.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

function machine(): string {
  const [cpu] = os.cpus();
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  const load = os.loadavg().map((value) => value.toFixed(1));
  return `${os.cpus().length} x ${cpu?.model.trim()}, ${gigabytes} GB, ${os.type()} ${os.release()}, Node ${process.version}, load before ${load.join(' ')}`;
}

const wanted = process.argv.slice(2);
if (wanted[0] === 'scale') {
  console.log(`${machine()}\n`);
  console.log((await benchScale(wanted.slice(1))).join('\n'));
  process.exit(0);
}
const unknown = wanted.find((name) => !Object.hasOwn(benches, name));
if (unknown !== undefined) {
  console.error(`Unknown figure ${unknown}; use one of ${names.join(', ')}`);
  process.exit(2);
}

console.log(machine());
if (testBrokerName() === 'mosquitto') console.log('Broker: Mosquitto');
console.log(`Medians of ${runs} interleaved runs, with the lowest and the highest run in brackets\n`);
for (const name of names.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  try {
    const lines = await withCompany(benches[name]);
    console.log(`${lines.join('\n')}\n`);
  } catch (error) {
    // the other figures do not depend on it
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}
