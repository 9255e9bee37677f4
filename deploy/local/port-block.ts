import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { accepts, LOOPBACK } from './ports.ts';

/**
 * The addresses of one workbench. The first port of a block is held open as long as the workbench lives: the kernel gives
 * it to one process only, so that two workbenches never share a block, nor two processes a folder. The blocks lie below
 * the range from which outgoing connections get their ports, so that a killed service finds its port free again.
 */
const FIRST = 20_000;
const LAST = 32_000;
const SIZE = 64;

export interface PortBlock {
  /** The fixed port of a name; the same one at every start in this folder. */
  port(name: string): number;
  release(): void;
}

interface Kept {
  readonly base: number;
  readonly names: string[];
  readonly chosen: Record<string, number>;
}

/** @throws Error when a workbench already runs in `folder`. */
export async function claimPortBlock(folder: string, chosen: Record<string, number> = {}): Promise<PortBlock> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'ports.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null;
  const flag = kept ? await hold(kept.base) : await holdAny();
  if (!flag) throw new Error(`A workbench already runs in ${folder}.`);

  const block: Kept = { base: flag.base, names: kept?.names ?? [], chosen: { ...kept?.chosen, ...chosen } };
  const keep = (): void => writeFileSync(file, JSON.stringify(block, null, 2));
  keep();
  return {
    port(name) {
      const fixed = block.chosen[name];
      if (fixed !== undefined) return fixed;
      if (!block.names.includes(name)) {
        // the next port is another workbench's
        if (block.names.length === SIZE - 1) throw new Error(`A workbench has ${SIZE - 1} ports: none is left for ${name}.`);
        block.names.push(name);
        keep();
      }
      return block.base + 1 + block.names.indexOf(name);
    },
    release: () => flag.server.close(),
  };
}

interface Flag {
  readonly base: number;
  readonly server: net.Server;
}

async function holdAny(): Promise<Flag> {
  const blocks = (LAST - FIRST) / SIZE;
  const start = Math.floor(Math.random() * blocks);
  for (let turn = 0; turn < blocks; turn += 1) {
    const base = FIRST + ((start + turn) % blocks) * SIZE;
    const flag = await hold(base);
    if (flag && (await isUnused(base))) return flag;
    flag?.server.close();
  }
  throw new Error(`No ${SIZE} free ports between ${FIRST} and ${LAST}.`);
}

function hold(base: number): Promise<Flag | null> {
  const server = net.createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(base, LOOPBACK, () => {
      server.unref();
      resolve({ base, server });
    });
  });
}

async function isUnused(base: number): Promise<boolean> {
  const ports = Array.from({ length: SIZE - 1 }, (_, index) => base + 1 + index);
  const taken = await Promise.all(ports.map((port) => accepts(port)));
  return !taken.includes(true);
}
