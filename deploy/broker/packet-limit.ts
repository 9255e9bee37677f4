import type { Socket } from 'node:net';

/**
 * Returns a function that follows the frames of an MQTT stream (MQTT 3.1.1 section 2.2: type, length in 7-bit groups, body) and reports one
 * that announces more than `limit` bytes. Without it an unauthenticated client could make the broker buffer 256 MB.
 */
export function packetLimit(limit: number): (chunk: Buffer) => boolean {
  let state: 'type' | 'length' | 'body' = 'type';
  let length = 0;
  let shift = 0;

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (state === 'type') {
        at += 1;
        length = 0;
        shift = 0;
        state = 'length';
      } else if (state === 'length') {
        const byte = chunk.readUInt8(at);
        at += 1;
        length += (byte & 0x7f) * 2 ** shift;
        shift += 7;
        if (length > limit) return false;
        if (byte < 0x80) state = length > 0 ? 'body' : 'type';
      } else {
        const read = Math.min(length, chunk.length - at);
        at += read;
        length -= read;
        if (length === 0) state = 'type';
      }
    }
    return true;
  };
}

/** Ends the connection at the first frame over the limit, before its body is read. aedes uses `read()`, not 'data'. */
export function limitPackets(socket: Socket, limit: number): void {
  const isWithin = packetLimit(limit);
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size);
    if (chunk === null || isWithin(chunk)) return chunk;
    socket.destroy();
    return null;
  };
}
