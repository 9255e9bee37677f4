import { code39, drawingSVG } from 'bwip-js/generic';

/** Width of the thinnest bar in millimeters: readable at arm's length from paper and plastic. */
const moduleMm = 0.33;
const barHeightMm = 14;

export interface DrawnBadge {
  /** The SVG: black bars on a transparent background. */
  svg: string;
  widthMm: number;
  heightMm: number;
}

/** Draws the text as Code 39 in a fixed physical size. @param text capital letters, digits and `-. $/+%` */
export function drawBadge(text: string): DrawnBadge {
  const drawn = code39({ bcid: 'code39', text, scale: 1, height: barHeightMm, includetext: false }, drawingSVG());
  const modules = Number(/viewBox="0 0 (\d+) /.exec(drawn)?.[1]);
  const widthMm = modules * moduleMm;
  const sized = `<svg width="${widthMm}mm" height="${barHeightMm}mm" preserveAspectRatio="none" shape-rendering="crispEdges" `;
  return { svg: drawn.replace('<svg ', sized), widthMm, heightMm: barHeightMm };
}
