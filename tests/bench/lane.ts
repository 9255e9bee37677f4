import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@washdesk/simulators/company/member-model';
import { DeviceServer } from '@washdesk/simulators/device-kit/device-server';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { washMembers } from '../workbench/wash-members.ts';
import type { Run } from './figures.ts';
import { brisk, CoilWatch, describeRatio, openInTurn, RawBoard } from './gate-board.ts';
import { LaneFloor } from './lane-floor.ts';
import { presses, runs } from './sizes.ts';

const site = 12;
const aim = 2;
const answeredWithinMs = 50;
/** The agent sees the gate open on a busy machine too; otherwise its opening still runs when the next car comes. */
const confirmedMs = 300;

/** Measures from the bytes of a tag reader to the coil's ON, decided by the site alone, beside only the same durable steps. */
export async function benchLane(workbench: Workbench): Promise<string[]> {
  // the benchmark is the reader, in place of the simulator
  await workbench.service(`rfid-${site}`).stop();
  const reader = new DeviceServer(workbench.port(`rfid-${site}`), () => undefined);
  await reader.listen();
  await until('the agent has connected to the reader', () => (reader.connections > 0 ? true : null));

  const members = washMembers(workbench.company).filter((member): member is Member & { tag: string } => member.tag !== null);
  const tags = members.map(({ tag }) => tag);
  const floor = await LaneFloor.start(workbench, tags);
  const board = new RawBoard(0);
  await board.connect(workbench.port(`gate-${site}`));
  const coil = new CoilWatch(workbench.control(`gate-${site}`), 0);
  await Promise.all([coil.behave({ ...brisk, closesAfterMs: confirmedMs }), floor.coil.behave(brisk)]);

  const bytesOf = (tag: string): Buffer => Buffer.from(`#${tag}\r\n`.repeat(2));
  const pass = async (watch: CoilWatch, read: () => void): Promise<void> => {
    const readAt = performance.now();
    read();
    // a question during the opening would take a processor from it
    await sleep(answeredWithinMs);
    await until('the coil has closed', () => watch.closedAfter(readAt).catch(() => null));
  };
  const opened = performance.now();
  await until('the lane opens', async () => {
    reader.send(bytesOf(tags.pop()!));
    await sleep(500);
    return coil.closedAfter(opened).catch(() => null);
  });
  await coil.atRest();

  const measured = { agent: [] as Run[], floor: [] as Run[] };
  try {
    // the warm-up run for both is not counted; a member is admitted once
    for (let run = 0; run <= runs; run += 1) {
      const cars = tags.slice(run * presses, (run + 1) * presses);
      await coil.setClock(board);
      await floor.coil.setClock(floor.board);
      const byAgent = { coil, open: (tag: string) => pass(coil, () => reader.send(bytesOf(tag))) };
      const byFloor = {
        coil: floor.coil,
        open: (tag: string) => pass(floor.coil, () => floor.send(bytesOf(tag))),
        letGo: () => floor.board.write(false),
      };
      const taken = await openInTurn(cars, byAgent, byFloor);
      if (run === 0) continue;
      measured.agent.push(taken.ours);
      measured.floor.push(taken.floor);
    }
  } finally {
    await board.close();
    await floor.stop();
    await reader.close();
  }
  return [
    `Lane, from the read of a tag to the coil's ON, without the cloud: ${presses} cars a run, one after the other`,
    ...describeRatio(measured.agent, measured.floor, aim),
  ];
}
