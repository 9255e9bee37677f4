import { PNG } from 'pngjs';
import { largestSignature } from '@washdesk/contracts/members/signature';
import { badRequest } from '../../../common/failure.ts';

const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length 13 and the name of a PNG's first chunk. */
const header = Buffer.from([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
/** The last chunk: empty, with its checksum. */
const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

const dataAddress = /^data:image\/png;base64,/;

/**
 * Decodes a tablet's image from base64, with or without the prefix of a data URL.
 * @throws Failure 400 for anything but a PNG of the allowed size with something drawn on it
 */
export function pngOf(text: string): Buffer {
  const image = Buffer.from(text.replace(dataAddress, ''), 'base64');
  const whole = image.subarray(0, 8).equals(magic) && image.subarray(8, 16).equals(header) && image.subarray(-end.length).equals(end);
  if (!whole) throw badRequest('body.signature', 'must be a PNG');
  if (image.length > largestSignature.bytes) throw badRequest('body.signature', 'must be a PNG of at most 300 KB');
  const sides = [image.readUInt32BE(16), image.readUInt32BE(20)];
  if (sides.some((side) => side < 1 || side > largestSignature.side)) {
    throw badRequest('body.signature', `must have sides of 1 to ${largestSignature.side} pixels`);
  }
  if (isBlank(image)) throw badRequest('body.signature', 'must not be empty');
  return image;
}

/** The least difference in brightness between a line and its ground. */
const leastContrast = 32;

/** Whether nothing can be seen on the image on white paper: it is transparent, white or of one color. */
function isBlank(image: Buffer): boolean {
  const pixels = pixelsOf(image);
  let [darkest, brightest] = [255, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const color = (pixels[at]! + pixels[at + 1]! + pixels[at + 2]!) / 3;
    const onWhite = 255 - (pixels[at + 3]! / 255) * (255 - color);
    darkest = Math.min(darkest, onWhite);
    brightest = Math.max(brightest, onWhite);
  }
  return brightest - darkest < leastContrast;
}

function pixelsOf(image: Buffer): Buffer {
  try {
    return PNG.sync.read(image).data;
  } catch {
    throw badRequest('body.signature', 'must be a PNG');
  }
}

export const dataAddressOf = (image: Buffer): string => `data:image/png;base64,${image.toString('base64')}`;
