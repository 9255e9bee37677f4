import { randomUUID } from 'node:crypto';
import { openGate } from '@washdesk/contracts/lane/gate';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { openRegister } from '../workbench/register.ts';
import { Client } from './client.ts';
import type { Run } from './figures.ts';
import { brisk, CoilWatch, describeRatio, openInTurn, RawBoard } from './gate-board.ts';
import { GateFloor } from './gate-floor.ts';
import { presses, runs } from './sizes.ts';

const site = 12;
const aim = 2;
const turns = Array.from({ length: presses }, (_none, turn) => turn);

/** @returns the result */
async function open(client: Client): Promise<string> {
  const { status, body } = await client.ask('/gate/north/open', { method: 'POST', body: { commandId: randomUUID() } });
  return status === 200 ? openGate.response.parse(JSON.parse(body)).result : body;
}

async function openOrFail(client: Client): Promise<void> {
  const result = await open(client);
  // a busy machine may miss the brief opening; whether the coil closed is checked at the coil
  if (!['opened', 'unconfirmed'].includes(result)) throw new Error(`Open Gate returned ${result}`);
}

async function signIn(workbench: Workbench): Promise<Client> {
  return new Client(workbench.url, await openRegister(workbench, site));
}

/** Measures Open Gate from the HTTP press to the coil's ON, beside only the same durable steps. */
export async function benchGate(workbench: Workbench): Promise<string[]> {
  const floor = await GateFloor.start(workbench);
  const board = new RawBoard(0);
  await board.connect(workbench.port(`gate-${site}`));
  const coil = new CoilWatch(workbench.control(`gate-${site}`), 0);
  await Promise.all([coil.behave(brisk), floor.coil.behave(brisk)]);

  const first = await signIn(workbench);
  // the agent has published its first lease, and its driver has found the board
  await until('the gate opens', async () => ((await open(first)) === 'opened' ? true : null));
  first.close();

  const measured = { api: [] as Run[], floor: [] as Run[] };
  try {
    // the warm-up run for both is not counted
    for (let run = 0; run <= runs; run += 1) {
      const client = await signIn(workbench);
      await coil.setClock(board);
      await floor.coil.setClock(floor.board);
      const byApi = { coil, open: () => openOrFail(client) };
      const byFloor = { coil: floor.coil, open: () => floor.open(), letGo: () => floor.board.write(false) };
      const taken = await openInTurn(turns, byApi, byFloor);
      client.close();
      if (run === 0) continue;
      measured.api.push(taken.ours);
      measured.floor.push(taken.floor);
    }
  } finally {
    await board.close();
    await floor.stop();
  }
  return [
    `Open Gate, from the press to the coil's ON: ${presses} presses a run, one after the other`,
    ...describeRatio(measured.api, measured.floor, aim),
  ];
}
