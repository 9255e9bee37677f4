import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { buildWeb } from '@washdesk/workbench/web-build';
import { buildDebianPackage } from './debian-package.ts';
import manifest from './package.json' with { type: 'json' };

/** `npm run package -- <kind>`: builds what is installed at a site into dist/. */
const kinds = { debian: buildDebianPackage } as const;

const usage = `Usage: npm run package -- <${Object.keys(kinds).join('|')}|all> [--version <version>]`;

async function main(args: string[]): Promise<number> {
  const options = { version: { type: 'string', default: manifest.version } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const wanted = Object.entries(kinds).filter(([kind]) => positionals.length === 1 && ['all', kind].includes(positionals[0]!));
  if (wanted.length === 0) {
    console.error(usage);
    return 2;
  }
  await buildWeb(path.join(ROOT, '.washdesk', 'run'));
  for (const [, build] of wanted) console.log(await build({ version: values.version, out: path.join(ROOT, 'dist') }));
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
