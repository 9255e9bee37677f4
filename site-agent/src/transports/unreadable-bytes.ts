/** CR, LF, TAB, NUL, and the bytes of flow control and framing. */
const control: ReadonlySet<number> = new Set([0x00, 0x02, 0x03, 0x09, 0x0a, 0x0d, 0x11, 0x13]);

/** Returns how many bytes are none of a device that writes text, as with a wrong baud rate or a disturbed cable. */
export function unreadableIn(chunk: Buffer): number {
  let count = 0;
  for (const byte of chunk) if ((byte < 0x20 || byte > 0x7e) && !control.has(byte)) count += 1;
  return count;
}
