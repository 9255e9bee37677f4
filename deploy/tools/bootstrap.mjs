#!/usr/bin/env node
/**
 * The first step of every command: installs the lockfile's packages, finds Node 24 and starts the real script. Plain JavaScript without
 * dependencies, because it must run on the system's Node (20 and above) in a fresh clone. Writes only to stderr: stdout belongs to the
 * script.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInstalled } from './installed.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NEEDED_NODE = 24;

const SCRIPTS = {
  start: 'deploy/workbench/start.ts',
  dev: 'deploy/workbench/dev.ts',
  test: 'deploy/tools/test.ts',
  bench: 'tests/bench/main.ts',
  package: 'deploy/packages/main.ts',
  prove: 'tests/prove/main.ts',
  screens: 'tests/screens/main.ts',
  stripe: 'tests/simulators/stripe/standalone.ts',
  staff: 'cloud-api/src/cli/staff.ts',
  sites: 'cloud-api/src/cli/sites.ts',
  setup: 'cloud-api/src/cli/setup.ts',
  migrate: 'cloud-api/src/cli/migrate.ts',
  reconcile: 'cloud-api/src/cli/reconcile.ts',
  'audit:verify': 'cloud-api/src/cli/audit-verify.ts',
  openapi: 'cloud-api/src/cli/openapi.ts',
  texts: 'deploy/tools/texts/main.ts',
  'stripe:recorded': 'tests/simulators/stripe/recorded/main.ts',
  'stripe:real': 'tests/ports/payments/real.ts',
};

const at = (...parts) => path.join(ROOT, ...parts);
const say = (text) => process.stderr.write(`${text}\n`);

async function main([what, ...args]) {
  const script = SCRIPTS[what];
  if (!script) return fail(`Usage: npm run <${Object.keys(SCRIPTS).join('|')}>`);
  await withLock(at('.washdesk', 'setup.lock'), install);
  const node = findNode();
  if (!node)
    return fail(`Node ${NEEDED_NODE} is needed and npm has none for ${process.platform}-${process.arch}: install it and run this again.`);
  // setup is for another installation than the workbench
  if (!script.startsWith('cloud-api/') || what === 'setup') return run(node, [at(script), ...args]);
  const { folder, others } = withoutFolder(args);
  // the command-line tools work on the running workbench, whose addresses and key files are in that file
  return run(node, [`--env-file-if-exists=${path.join(folder, 'cloud.env')}`, at(script), ...others]);
}

/** Removes `--folder <f>`, which selects the workbench of a tool, as of the workbench itself. */
function withoutFolder(args) {
  const place = args.indexOf('--folder');
  if (place === -1) return { folder: at('.washdesk'), others: args };
  return { folder: path.resolve(args[place + 1] ?? ''), others: args.toSpliced(place, 2) };
}

function fail(text) {
  say(text);
  return 1;
}

/** Runs one installation at a time: two commands started at once must not install into the same folder. */
async function withLock(lock, work) {
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let waited = 0; !takeLock(lock); waited += 1) {
    if (waited === 0) say('Another command is installing; waiting for it.');
    await sleep(200);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAbandoned(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    const justMade = Date.now() - statSync(lock).mtimeMs < 2000;
    return !justMade && !isAlive(holder);
  } catch {
    // the lock was released just now
    return false;
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  const lockfile = readFileSync(at('package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lockfile).digest('hex');
  const marker = at('node_modules', '.washdesk-installed');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return;
  const installed = at('node_modules', '.package-lock.json');
  const isCurrent = existsSync(installed) && isInstalled(JSON.parse(lockfile), JSON.parse(readFileSync(installed, 'utf8')));
  if (!isCurrent) npmInstall();
  mkdirSync(path.dirname(marker), { recursive: true });
  writeFileSync(marker, hash);
}

function npmInstall() {
  say('Installing dependencies …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  // npm's output goes to stderr with ours
  const { status } = spawnSync(program, [...first, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2], shell: program.endsWith('.cmd') });
  if (status !== 0) throw new Error('npm ci failed; see above');
}

function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = at('node_modules', `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`, 'bin', name);
  if (existsSync(installed)) return installed;
  return Number(process.versions.node.split('.')[0]) >= NEEDED_NODE ? process.execPath : null;
}

/** Resolves with the script's exit code. */
function run(node, args) {
  const search = [path.dirname(node), at('node_modules', '.bin'), process.env.PATH].join(path.delimiter);
  const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH: search } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
  // a second Ctrl-C must not end this process before the script has stopped its services
  process.on('SIGINT', () => undefined);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)));
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = fail(error.message);
}
