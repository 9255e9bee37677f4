import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@washdesk/simulators/company/member-model';
import { DeviceServer } from '@washdesk/simulators/device-kit/device-server';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { washMembers } from '../workbench/wash-members.ts';
import { describeLatencies, latencyRatio, type Run } from './figures.ts';
import { CoilWatch, RawBoard } from './gate-board.ts';
import { LaneFloor } from './lane-floor.ts';
import { presses, runs } from './sizes.ts';

const site = 12;
const aim = 2;

/** Settings for a gate that returns to rest quickly. They do not affect the time until the coil is ON. */
const brisk = { opensAfterMs: 10, closesAfterMs: 150 };

/** Measures from the read to the coil's ON for each car, one after the other, each from rest. */
async function passOneByOne(coil: CoilWatch, tags: readonly string[], read: (tag: string) => unknown, letGo: () => unknown): Promise<Run> {
  const latencies: number[] = [];
  const began = performance.now();
  for (const tag of tags) {
    const readAt = performance.now();
    await read(tag);
    latencies.push(await until('the coil has closed', () => coil.closedAfter(readAt).catch(() => null)));
    await letGo();
    await coil.atRest();
  }
  return { latencies, elapsedMs: performance.now() - began };
}

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
  await Promise.all([coil.behave(brisk), floor.coil.behave(brisk)]);

  const read = (tag: string): void => reader.send(Buffer.from(`#${tag}\r\n`.repeat(2)));
  const opened = performance.now();
  await until('the lane opens', async () => {
    read(tags.pop()!);
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
      const agent = await passOneByOne(coil, cars, read, () => undefined);
      await floor.coil.setClock(floor.board);
      const raw = await passOneByOne(
        floor.coil,
        cars,
        (tag) => floor.open(tag),
        () => floor.board.write(false),
      );
      if (run === 0) continue;
      measured.agent.push(agent);
      measured.floor.push(raw);
    }
  } finally {
    await board.close();
    await floor.stop();
    await reader.close();
  }
  const ratio = latencyRatio(measured.agent, measured.floor);
  return [
    `Lane, from the read of a tag to the coil's ON, without the cloud: ${presses} cars a run, one after the other`,
    describeLatencies('whole way', measured.agent),
    describeLatencies('raw parts', measured.floor),
    `  ratio      ${ratio.toFixed(2)} times the raw p50; the aim is at most ${aim}: ${ratio <= aim ? 'reached' : 'missed'}`,
  ];
}
