import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: object) => void;
/** A usual collection leaves some garbage for later, which counts as used: up to 25 MB beside a device that sends all the time. */
const collectGarbage = (): void => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });

/** Heap growth that is not a leak: compiled code, filling caches, statistics. */
const allowedHeap = 3 * 1024 * 1024;

/** Descriptors that Node itself may open meanwhile. */
const allowedDescriptors = 4;

/** The resources of this process: reachable bytes, and open files and sockets. */
export interface ResourceUse {
  heap: number;
  descriptors: number;
}

const openDescriptors = (): number => readdirSync('/dev/fd').length;

/** Measured when nothing is in progress: closed sockets and collected objects get several turns of the event loop. */
export async function resourceUse(): Promise<ResourceUse> {
  for (let round = 0; round < 5; round += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return { heap: process.memoryUsage().heapUsed, descriptors: openDescriptors() };
}

/**
 * Does a tenth of the work, and then all of it.
 * @returns the growth after the whole compared with the tenth
 * @param work does `times` units
 */
export async function growthOf(times: number, work: (times: number) => Promise<void>): Promise<ResourceUse> {
  await work(Math.ceil(times / 10));
  const before = await resourceUse();
  await work(times);
  const after = await resourceUse();
  const growth = { heap: after.heap - before.heap, descriptors: after.descriptors - before.descriptors };
  console.log(`${times} times: ${growth.heap} bytes and ${growth.descriptors} descriptors more`);
  return growth;
}

export const isFlat = ({ heap, descriptors }: ResourceUse): boolean => heap < allowedHeap && descriptors < allowedDescriptors;

/** Runs `times` units of work, `atOnce` at a time. */
export async function repeat(times: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
