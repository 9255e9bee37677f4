import { grayPng } from '../gray-png.ts';

/** Draws a signature as a tablet captures it: a PNG with one wavy line, black on white; another `waves` gives another image. */
export function drawSignature({ width = 300, height = 100, waves = 3 } = {}): Buffer {
  const lineAt = (x: number): number => Math.floor((height - 1) * (0.5 + 0.4 * Math.sin((x / width) * waves * 2 * Math.PI)));
  const line = Array.from({ length: width }, (_, x) => lineAt(x));
  return grayPng(width, height, (x, y) => line[x] === y);
}
