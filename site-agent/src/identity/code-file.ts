import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from './write-file.ts';

/**
 * The code that an installer leaves for the agent, beside the identity folder: one line, `<cloud url> <code>`. Why it was not traded is in
 * `enrollment-problem` until a code is, for `check` and for the installer.
 */
export class CodeFile {
  readonly #code: string;
  readonly #problem: string;

  constructor(identity: string) {
    const folder = path.dirname(path.resolve(identity));
    this.#code = path.join(folder, 'enrollment-code');
    this.#problem = path.join(folder, 'enrollment-problem');
  }

  /** Returns null without a code. */
  read(): { cloudUrl: string; code: string } | null {
    if (!existsSync(this.#code)) return null;
    const [cloudUrl = '', code = ''] = readFileSync(this.#code, 'utf8').trim().split(/\s+/u);
    return { cloudUrl, code };
  }

  traded(): void {
    rmSync(this.#code, { force: true });
    rmSync(this.#problem, { force: true });
  }

  /** Keeps the reason. A refused code is deleted. */
  failed(reason: string, { isRefusal }: { isRefusal: boolean }): void {
    writePrivateFile(this.#problem, reason);
    if (isRefusal) rmSync(this.#code);
  }

  /** Why an agent without an identity has none, and what to do. */
  get sentence(): string {
    const problem = existsSync(this.#problem) ? readFileSync(this.#problem, 'utf8').trim() : null;
    if (existsSync(this.#code)) {
      return problem === null
        ? 'This agent isn’t enrolled yet: it trades the installer’s code when it starts'
        : `This agent isn’t enrolled yet. ${problem}. It tries again by itself`;
    }
    return problem === null
      ? 'This agent isn’t enrolled. Create a code in Washdesk, then run: site-agent enroll <cloud url> <code>'
      : `This agent isn’t enrolled. Its code was refused: ${problem}. Then run: site-agent enroll <cloud url> <code>`;
  }
}
