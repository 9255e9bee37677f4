import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageProblem } from './tool.ts';

/**
 * Reads a password or PIN: typed twice without echo at a terminal, otherwise the first line of stdin. Never an argument, because arguments
 * appear in the shell's history and the process list.
 * @param what the name in the prompt
 */
export async function readSecret(what: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const secret = await readHidden(`${what}: `);
  if ((await readHidden(`${what} again: `)) !== secret) throw new UsageProblem(`The entries don’t match. Nothing was changed`);
  return secret;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new UsageProblem('stdin was empty');
}

/** Reads a line at a terminal without echo. */
export async function readHidden(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const keyboard = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const cancelled = new AbortController();
  keyboard.once('SIGINT', () => cancelled.abort(new UsageProblem('Canceled. Nothing was changed')));
  try {
    return await keyboard.question('', { signal: cancelled.signal });
  } catch (error) {
    throw cancelled.signal.aborted ? cancelled.signal.reason : error;
  } finally {
    keyboard.close();
    process.stderr.write('\n');
  }
}
