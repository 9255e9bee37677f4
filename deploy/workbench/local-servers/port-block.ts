import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { accepts, LOOPBACK } from './ports.ts';

/**
 * The ports of one workbench. The first port of a block stays open while the workbench runs: the kernel gives it to one process only, so
 * two workbenches never share a block, and two processes never share a folder. The blocks are below the range of outgoing connections'
 * ports, so that the port of a killed service is still free.
 */
const FIRST = 20_000;
const LAST = 32_000;
const SIZE = 64;

export interface PortBlock {
  /** Returns the fixed port of a name, the same at every start in this folder. */
  port(name: string): number;
  release(): void;
}

interface StoredBlock {
  readonly base: number;
  readonly names: string[];
  readonly chosen: Record<string, number>;
}

/** @throws Error if a workbench already runs in `folder`. */
export async function claimPortBlock(folder: string, chosen: Record<string, number> = {}): Promise<PortBlock> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'ports.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredBlock) : null;
  const claim = stored ? await claimBlock(stored.base) : await claimFreeBlock();
  if (!claim) throw new Error(`A workbench already runs in ${folder}.`);

  const block: StoredBlock = { base: claim.base, names: stored?.names ?? [], chosen: { ...stored?.chosen, ...chosen } };
  const save = (): void => writeFileSync(file, JSON.stringify(block, null, 2));
  save();
  return {
    port(name) {
      const fixed = block.chosen[name];
      if (fixed !== undefined) return fixed;
      if (!block.names.includes(name)) {
        // the next port belongs to another workbench
        if (block.names.length === SIZE - 1) throw new Error(`All ${SIZE - 1} ports of the workbench are in use: no port for ${name}`);
        block.names.push(name);
        save();
      }
      return block.base + 1 + block.names.indexOf(name);
    },
    release: () => claim.server.close(),
  };
}

/** A block whose first port is open in this process. */
interface Claim {
  readonly base: number;
  readonly server: net.Server;
}

async function claimFreeBlock(): Promise<Claim> {
  const blocks = (LAST - FIRST) / SIZE;
  const start = Math.floor(Math.random() * blocks);
  for (let turn = 0; turn < blocks; turn += 1) {
    const base = FIRST + ((start + turn) % blocks) * SIZE;
    const claim = await claimBlock(base);
    if (claim && (await isUnused(base))) return claim;
    claim?.server.close();
  }
  throw new Error(`No ${SIZE} free ports between ${FIRST} and ${LAST}`);
}

/** Returns null if another process has the block. */
function claimBlock(base: number): Promise<Claim | null> {
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
  const used = await Promise.all(ports.map((port) => accepts(port)));
  return !used.includes(true);
}
