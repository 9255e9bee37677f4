import { crc32, deflateSync } from 'node:zlib';

const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Draws a white grayscale PNG, 8 bits per pixel, with black pixels where `isBlack` returns true. */
export function grayPng(width: number, height: number, isBlack: (x: number, y: number) => boolean): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per pixel, gray
  header[8] = 8;
  // each row starts with its filter number: none
  const rows = Buffer.alloc(height * (width + 1), 0xff);
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = 0;
    for (let x = 0; x < width; x += 1) if (isBlack(x, y)) rows[y * (width + 1) + 1 + x] = 0;
  }
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
