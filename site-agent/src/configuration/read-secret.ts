import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

const nothing = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads a secret from the terminal, where it is not shown, or all of standard input. */
export async function readSecret(name: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(`Secret '${name}': `);
  const terminal = createInterface({ input: process.stdin, output: nothing(), terminal: true });
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
