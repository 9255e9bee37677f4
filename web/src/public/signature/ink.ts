import type { PointGroup } from 'signature_pad';

/** CSS pixels of line that a signature has at least: a tap or a slip is none. */
export const leastInk = 80;

/** Returns the length of all lines in CSS pixels. */
export function inkLength(strokes: readonly PointGroup[]): number {
  let length = 0;
  for (const { points } of strokes) {
    for (const [at, { x, y }] of points.entries()) {
      const before = points[at - 1];
      if (before) length += Math.hypot(x - before.x, y - before.y);
    }
  }
  return length;
}

interface Size {
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the area of all lines; null for none. */
export function inkBox(strokes: readonly PointGroup[]): Box | null {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Distance between the lines and the edge, so that a line's width stays inside. */
const marginPx = 8;

/** Returns the lines made small enough for a field of this size: turning the tablet must not cut them. */
export function fitInk(strokes: PointGroup[], { width, height }: Size): PointGroup[] {
  const box = inkBox(strokes);
  if (!box) return strokes;
  const scale = Math.min(1, (width - marginPx) / box.right, (height - marginPx) / box.bottom);
  if (scale === 1) return strokes;
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }));
}
