import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { UnpackedProgram } from '@washdesk/local-servers/unpacked-programs';
import type { Wine } from '@washdesk/local-servers/wine';

const run = promisify(execFile);

/**
 * Wine 8 lacks two parts of what Node 24 asks of Windows 10: keep-alive settings of sockets, which libuv uses from build 16299 on, and memory
 * of VirtualAlloc2. It also calls itself Windows 7 (deploy/windows/README.md#what-wine-does-not-prove).
 */
const build = '14393';

/** Renames the one function that V8 looks for, so that it does without. */
export function withoutVirtualAlloc2(node: Buffer): Buffer {
  const bytes = Buffer.from(node);
  const at = bytes.indexOf('VirtualAlloc2\0');
  if (at < 0 || bytes.includes('VirtualAlloc2\0', at + 1)) throw new Error('node.exe does not name VirtualAlloc2 once');
  bytes.write('VirtualAllocX', at);
  return bytes;
}

/** Compiles a program for Windows that executes one statement. */
export async function compileProgram({ program, env }: UnpackedProgram, out: string, statement: string): Promise<void> {
  const source = `${out}.c`;
  writeFileSync(source, `#include <windows.h>\nint main(void) { ${statement} return 0; }\n`);
  await run(program, ['-o', out, source], { env });
}

/** A fresh Windows of Wine in its own folder. */
export class WinePrefix {
  readonly #folder: string;
  readonly #wine: Wine;
  readonly #env: NodeJS.ProcessEnv;
  #user: ChildProcess | undefined;

  constructor(folder: string, wine: Wine) {
    this.#folder = folder;
    this.#wine = wine;
    const quiet = { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'winedbg.exe=d;mscoree=d;mshtml=d' };
    this.#env = { ...wine.env, WINEPREFIX: folder, ...quiet };
  }

  /** Returns the path of `C:\<name>`. */
  drive(...names: string[]): string {
    return path.join(this.#folder, 'drive_c', ...names);
  }

  async create(mingw: UnpackedProgram): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    await this.run('wineboot', '--init');
    await this.run('winecfg', '-v', 'win10');
    for (const name of ['CurrentBuildNumber', 'CurrentBuild']) {
      await this.run('reg', 'add', 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion', '/v', name, '/d', build, '/f');
    }
    await compileProgram(mingw, this.drive('user.exe'), 'Sleep(INFINITE);');
    await this.restart();
  }

  /** Ends all programs as a power cut does, and starts Windows with its services. */
  async restart(): Promise<void> {
    await this.#shutDown();
    // Wine ends its services with the last program of a user
    this.#user = spawn(this.#wine.program, [this.drive('user.exe')], { env: this.#env, stdio: 'ignore' });
  }

  async #shutDown(): Promise<void> {
    await this.#server('-k').catch(() => undefined);
    await this.#server('-w');
    this.#user?.kill('SIGKILL');
  }

  /** Runs a program to its end and returns its exit code and what it prints, by way of a file: Wine cannot give Node a pipe. */
  async run(...command: string[]): Promise<{ code: number | null; output: string }> {
    const file = path.join(this.#folder, 'output.txt');
    const output = openSync(file, 'w');
    const child = spawn(this.#wine.program, command, { env: this.#env, stdio: ['ignore', output, output] });
    closeSync(output);
    const code = await new Promise<number | null>((tell) => child.once('exit', tell));
    return { code, output: readFileSync(file, 'latin1') };
  }

  /** Returns the process ids of programs of this prefix whose command line contains the text. */
  processes(text: string): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
    return pids
      .filter((pid) => read(pid, 'cmdline').includes(text) && read(pid, 'environ').includes(`WINEPREFIX=${this.#folder}\0`))
      .map(Number);
  }

  async remove(): Promise<void> {
    await this.#shutDown();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #server(option: string) {
    return run(this.#wine.server, [option], { env: this.#env });
  }
}

function read(pid: string, name: string): string {
  try {
    return readFileSync(path.join('/proc', pid, name), 'latin1');
  } catch {
    // the process has ended
    return '';
  }
}
