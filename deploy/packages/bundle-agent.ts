import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { WEB_ROOT } from '@washdesk/workbench/web-build';
import type { ReleaseKeys } from './release-keys.ts';

export type System = 'linux' | 'windows';

const prebuilds: Record<System, string> = {
  linux: 'linux-x64/@serialport+bindings-cpp.glibc.node',
  windows: 'win32-x64/@serialport+bindings-cpp.node',
};

export interface BundleOptions {
  system: System;
  version: string;
  releaseKeys: ReleaseKeys;
}

/**
 * Bundles the agent with its page and its native addon into one CommonJS file: a single executable accepts no other format.
 */
export async function bundleAgent({ system, version, releaseKeys }: BundleOptions): Promise<string> {
  const addon = readFileSync(path.join(ROOT, 'node_modules/@serialport/bindings-cpp/prebuilds', prebuilds[system]));
  const replaced: [RegExp, string][] = [
    [/site-agent[\\/]src[\\/]packaged\.ts$/u, `export const packaged = ${JSON.stringify({ version, releaseKeys, page: pageFiles() })};`],
    [/bindings-cpp[\\/]dist[\\/]serialport-bindings\.js$/u, serialAddon(addon.toString('base64'))],
  ];
  const bundle = await rolldown({
    input: path.join(ROOT, 'site-agent/src/main.ts'),
    platform: 'node',
    tsconfig: false,
    plugins: [{ name: 'packaged', load: (id) => replaced.find(([module]) => module.test(id))?.[1] ?? null }],
    onLog(level, log) {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
  return output[0].code;
}

/** Returns the files that the local page loads, in base64 by their paths below the built app. */
function pageFiles(): Record<string, string> {
  const found = new Map<string, Buffer>();
  const assets = readdirSync(path.join(WEB_ROOT, 'assets')).filter((name) => /\.(?:js|css)$/u.test(name));
  const add = (name: string): void => {
    if (found.has(name)) return;
    const content = readFileSync(path.join(WEB_ROOT, name));
    found.set(name, content);
    for (const asset of assets) if (content.includes(asset)) add(`assets/${asset}`);
  };
  add('local.html');
  add('favicon.svg');
  return Object.fromEntries(Array.from(found, ([name, content]) => [name, content.toString('base64')]));
}

/**
 * Returns a module in place of the one that finds the addon in node_modules. It writes the addon beside the agent, because the system loads
 * libraries from files only. The folder of a version is writable by administrators and the service alone, unlike a temporary folder.
 */
const serialAddon = (base64: string): string => `
const fs = require('node:fs');
const path = require('node:path');
const bytes = Buffer.from('${base64}', 'base64');
const folder = require('node:sea').isSea() ? path.dirname(process.execPath) : __dirname;
const file = path.join(folder, 'serialport.node');
const isWritten = () => { try { return bytes.equals(fs.readFileSync(file)); } catch { return false; } };
if (!isWritten()) {
  fs.writeFileSync(file + '.tmp', bytes, { flush: true });
  fs.renameSync(file + '.tmp', file);
}
const loaded = { exports: {} };
process.dlopen(loaded, file);
exports.binding = loaded.exports;
`;
