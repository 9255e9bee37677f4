import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const script = readFileSync(path.join(import.meta.dirname, '../windows/installer.nsi'), 'utf8');
const install = script.slice(0, script.indexOf('Function un.onInit'));

const linesWith = (pattern: RegExp): string[] => Array.from(install.matchAll(pattern), ([line]) => line.trim());

it('the Windows installer asks for permission, the cloud’s address and the code, and nothing else', () => {
  expect(linesWith(/^RequestExecutionLevel .*$/gmu)).toEqual(['RequestExecutionLevel admin']);
  expect(linesWith(/^Page .*$/gmu)).toEqual(['Page custom AskForCode TakeCode', 'Page instfiles']);
  expect(Array.from(install.matchAll(/\$\{NSD_Create(?!Label)\w+\}.*"\$(\w+)"/gu), ([, field]) => field)).toEqual(['Cloud', 'Code']);
  // only if something is wrong
  expect(linesWith(/^.*MessageBox.*$/gmu)).toEqual([
    expect.stringContaining('needs 64-bit Windows'),
    expect.stringContaining('Enter the cloud address and the code'),
    expect.stringContaining('MB_ICONSTOP "$1"'),
    expect.stringContaining('tries again by itself'),
  ]);
});
