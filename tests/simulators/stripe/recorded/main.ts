import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeCompany } from '@washdesk/simulators/company/company';
import { loadCompany } from '../load-company.ts';
import { Store, type Kind } from '../state/store.ts';
import { wireCopy } from '../views/view.ts';
import { matchesPath, acceptedDifferences, reasonFor } from './accepted-differences.ts';
import { fieldsApart, type Conversation } from './conversation.ts';
import { answersOn, filesIn, readCassette, readTape } from './read-tapes.ts';
import { recordedProrations } from './recorded-prorations.ts';
import { replay } from './replay.ts';
import { socketlessStandIn } from './stand-in.ts';

/** The environment variable for the folder of the recordings, if the command line names none. */
export const folderVariable = 'STRIPE_RECORDINGS';

const counts = { equal: 0, 'equal with reason': 0, different: 0 };
const prorations = { compared: 0, different: 0 };
const leftOut = new Map<string, number>();

function note(outcome: keyof typeof counts, where: string, what: readonly string[] = []): void {
  counts[outcome] += 1;
  if (outcome === 'different') console.log(`different: ${where}\n${what.map((line) => `  ${line}`).join('\n')}`);
}

function replayed(conversation: Conversation): void {
  const meant = acceptedDifferences.conversations.find(({ name }) => name === conversation.name);
  if (meant) return void leftOut.set(meant.reason, (leftOut.get(meant.reason) ?? 0) + conversation.steps.length);
  const begins = Math.min(...conversation.steps.map(({ at }) => at)) - 60;
  for (const step of replay(conversation, socketlessStandIn(begins), acceptedDifferences)) {
    if (step.leftOut !== undefined) {
      leftOut.set(step.leftOut, (leftOut.get(step.leftOut) ?? 0) + 1);
      continue;
    }
    const unmeant = step.found.filter((difference) => !reasonFor(acceptedDifferences.fields, step.request, difference));
    const said = unmeant.map(({ path, recorded, here }) => `${path}: ${JSON.stringify(recorded)} recorded, ${JSON.stringify(here)} here`);
    note(
      unmeant.length > 0 ? 'different' : step.found.length > 0 ? 'equal with reason' : 'equal',
      `${conversation.name}, ${step.request}`,
      said,
    );
  }
}

/** Compares the example objects of Stripe's description with the first object of that kind in the seeded company. */
function comparedFixtures(file: string): void {
  const { resources } = JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, unknown> };
  const store = new Store();
  loadCompany(store, makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 300 }));
  for (const [kind, recorded] of Object.entries(resources)) {
    const [object] = store.list(kind as Kind);
    if (!object) continue;
    const apart = fieldsApart(recorded, wireCopy(store, object));
    const unmeant = apart.filter(
      (path) => !acceptedDifferences.fixtures.some((each) => matchesPath(each.path, `${kind}/${path.replaceAll('.', '/')}`)),
    );
    note(unmeant.length > 0 ? 'different' : apart.length > 0 ? 'equal with reason' : 'equal', `fixture ${kind}`, unmeant);
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const folder = positionals[0] ?? process.env[folderVariable];
if (folder === undefined || !existsSync(folder)) {
  console.log(
    `Skipped: there are no recordings${folder === undefined ? '' : ` at ${folder}`}. Name their folder: npm run stripe:recorded -- <folder>, or ${folderVariable}.`,
  );
} else {
  for (const file of filesIn(folder, '.yml')) {
    for (const { id, recorded, here } of recordedProrations(answersOn(file))) {
      prorations.compared += 1;
      if (recorded === here) continue;
      prorations.different += 1;
      console.log(`different proration: ${id} is ${recorded} recorded, ${here} here`);
    }
    const tape = readTape(file);
    if (tape) replayed(tape);
  }
  for (const file of filesIn(folder, '.json')) {
    if (file.endsWith('fixtures3.json')) comparedFixtures(file);
    else {
      const cassette = readCassette(file);
      if (cassette) replayed(cassette);
    }
  }
  for (const [reason, number] of leftOut) console.log(`left out: ${number}, ${reason}`);
  console.log(`${counts.equal} equal, ${counts['equal with reason']} equal with reason, ${counts.different} different`);
  console.log(`${prorations.compared - prorations.different} of ${prorations.compared} recorded prorations agree to the cent`);
  process.exitCode = counts.different + prorations.different === 0 ? 0 : 1;
}
