import { grayPng } from '../gray-png.ts';
import { code128Widths } from '../printer/code128.ts';

const width = 480;
const height = 200;
const border = 4;
const module = 2;

/** Draws a printable coupon: a frame around the barcode of its invoice. */
export function couponImage(vendorId: string): Buffer {
  const bars: boolean[] = [];
  let black = true;
  for (const wide of code128Widths(Buffer.from(`{B${vendorId}`, 'latin1'))) {
    for (let step = 0; step < wide * module; step += 1) bars.push(black);
    black = !black;
  }
  const left = Math.floor((width - bars.length) / 2);
  const isFrame = (x: number, y: number): boolean => x < border || y < border || x >= width - border || y >= height - border;
  return grayPng(width, height, (x, y) => isFrame(x, y) || (y > 40 && y < 160 && bars[x - left] === true));
}
