import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { mostCauses } from './site-card.tsx';

/** Pixels of fleet.module.css. */
const least = 236;
const frame = 37;
const head = 40;
const gap = 12;
const factHeight = 39;
const factGaps = { column: 16, row: 8 };
const leastFactWidth = 120;
const facts = 6;
const lineHeight = 22;
const causeGap = 6;
const shapeWidth = 22;
const letterWidth = 7;
/** ' 12 min ago' */
const lettersOfTime = 11;

/** Returns about how high a row of cards is. If it were far off, the page would move under a person who scrolls up. */
export function rowHeight(sites: readonly FleetSite[], cardWidth: number): number {
  const width = Math.max(leastFactWidth, cardWidth - 34);
  const factRows = Math.ceil(facts / Math.floor((width + factGaps.column) / (leastFactWidth + factGaps.column)));
  const plain = frame + head + gap + factRows * factHeight + (factRows - 1) * factGaps.row;
  return Math.max(least, ...sites.map(({ causes }) => plain + causesHeight(causes, width - shapeWidth)));
}

function causesHeight(causes: FleetSite['causes'], width: number): number {
  if (causes.length === 0) return 0;
  const shown = causes.slice(0, mostCauses);
  const linesOf = (letters: number): number => Math.ceil((letters * letterWidth) / width);
  const lines = shown.map(
    ({ sentence, step, since }) => linesOf(sentence.length + (since === null ? 0 : lettersOfTime)) + linesOf(step.length),
  );
  const more = causes.length > mostCauses ? gap + lineHeight : 0;
  return gap + lines.reduce((sum, count) => sum + count * lineHeight, 0) + (shown.length - 1) * causeGap + more;
}
