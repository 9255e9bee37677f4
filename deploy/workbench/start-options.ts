import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@washdesk/local-servers/processes/program';

/** So that `paid to date` and the cost per wash of people who try the workbench are those of real members. */
const monthsBilled = 12;

export interface StartOptions {
  readonly folder: string;
  readonly fresh: boolean;
  /** Cars drive up at every lane. */
  readonly cars: boolean;
  readonly monthsBilled: number;
  readonly ports: Record<string, number>;
}

const USAGE = `Usage: npm start -- [--fresh] [--cars] [--folder <path>] [--port <number>]; npm run dev takes the same
  --fresh   start over with the seeded company
  --cars    a car drives up at every site every 20 s
  --folder  where everything is kept (.washdesk)
  --port    of the app`;

/** @throws Error with the usage */
export function readStartOptions(args: readonly string[]): StartOptions {
  const { fresh, cars, folder, port } = parse(args);
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65_535)) throw new Error(`--port must be a port.\n${USAGE}`);
  return { fresh, cars, monthsBilled, folder: path.resolve(folder), ports: port === undefined ? {} : { 'cloud-api': Number(port) } };
}

function parse(args: readonly string[]): { fresh: boolean; cars: boolean; folder: string; port?: string } {
  const options = {
    fresh: { type: 'boolean', default: false },
    cars: { type: 'boolean', default: false },
    folder: { type: 'string', default: path.join(ROOT, '.washdesk') },
    port: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error });
  }
}
