import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { buildWeb } from '@washdesk/workbench/web-build';
import { buildDebianPackage } from './debian-package.ts';
import manifest from './package.json' with { type: 'json' };
import { buildWindowsPackage } from './windows-package.ts';

/** `npm run package -- <kind>`: builds what is installed at a site into dist/. */
const kinds = { debian: buildDebianPackage, windows: buildWindowsPackage } as const;

const usage = `Usage: npm run package -- <${Object.keys(kinds).join('|')}|all> [--version <version>] [--certificate <pem> --key <pem>]
  --certificate, --key  sign the programs for Windows`;

async function main(args: string[]): Promise<number> {
  const options = {
    version: { type: 'string', default: manifest.version },
    certificate: { type: 'string' },
    key: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const wanted = Object.entries(kinds).filter(([kind]) => positionals.length === 1 && ['all', kind].includes(positionals[0]!));
  const { version, certificate, key } = values;
  if (wanted.length === 0 || (certificate === undefined) !== (key === undefined)) {
    console.error(usage);
    return 2;
  }
  await buildWeb(path.join(ROOT, '.washdesk', 'run'));
  const signing = certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
  for (const [, build] of wanted) console.log(await build({ version, out: path.join(ROOT, 'dist'), signing }));
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
