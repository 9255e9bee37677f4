import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { buildWeb } from '@washdesk/workbench/web-build';
import { buildRelease } from './build-release.ts';
import { buildDebianPackage } from './debian-package.ts';
import manifest from './package.json' with { type: 'json' };
import { createReleaseKey, KeyProblem, missingKey } from './release-keys.ts';
import { buildWindowsPackage } from './windows-package.ts';

/** `npm run package -- <kind>`: builds what is installed at a site into dist/. */
const packages = { debian: buildDebianPackage, windows: buildWindowsPackage } as const;
const out = path.join(ROOT, 'dist');

const usage = `Usage: npm run package -- <${Object.keys(packages).join('|')}|all> [--version <version>] [--certificate <pem> --key <pem>]
       npm run package -- release --release-key <pem> [--version <version>] [--certificate <pem> --key <pem>]
       npm run package -- release-key <name> <pem>
  release               builds what agents download, signed by the private key, into dist/releases
  release-key           makes such a key: the private part in a new file, the public part in deploy/packages/release-keys
  --certificate, --key  sign the programs for Windows
  --release-key         or the environment variable WASHDESK_RELEASE_KEY, a file
  --without-updates     builds an agent without a release key, which only an installer replaces`;

async function main(args: string[]): Promise<number> {
  const options = {
    version: { type: 'string', default: manifest.version },
    certificate: { type: 'string' },
    key: { type: 'string' },
    'release-key': { type: 'string', default: process.env['WASHDESK_RELEASE_KEY'] },
    'without-updates': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [kind = '', ...rest] = positionals;
  const { version, certificate, key, 'release-key': keyFile, 'without-updates': isWithoutUpdates } = values;
  if (kind === 'release-key' && rest.length === 2) {
    makeKey(rest[0]!, rest[1]!);
    return 0;
  }
  const signing = certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
  const build = builder(kind, { version, signing, keyFile });
  if (!build || rest.length > 0 || (certificate === undefined) !== (key === undefined)) {
    console.error(usage);
    return 2;
  }
  const missing = missingKey(kind, { keyFile, isWithoutUpdates });
  if (missing !== null) throw new KeyProblem(missing);
  await buildWeb(path.join(ROOT, '.washdesk', 'run'));
  await build();
  return 0;
}

function makeKey(kid: string, privateFile: string): void {
  console.log(`Commit ${path.relative(ROOT, createReleaseKey(kid, privateFile))}: agents that are built from now on accept its releases`);
  console.log(`Keep ${privateFile} where releases are made, and a copy offline`);
}

interface Given {
  version: string;
  signing: { certificate: string; key: string } | undefined;
  keyFile: string | undefined;
}

/** Returns what builds this kind and prints the files; null for an unknown one. */
function builder(kind: string, { version, signing, keyFile = '' }: Given): (() => Promise<void>) | null {
  if (kind === 'release') {
    return async () => console.log((await buildRelease({ version, folder: path.join(out, 'releases'), keyFile, signing })).join('\n'));
  }
  const wanted = Object.entries(packages).filter(([name]) => kind === 'all' || kind === name);
  if (wanted.length === 0) return null;
  return async () => {
    for (const [, build] of wanted) console.log(await build({ version, out, signing }));
  };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof KeyProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
