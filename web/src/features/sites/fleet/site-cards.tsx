import { useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { rowHeight } from './row-height.ts';
import { rowsShown } from './rows-shown.ts';
import { SiteCard } from './site-card.tsx';
import { useGridPlace } from './use-grid-place.ts';
import { useIsPrinting } from './use-is-printing.ts';
import styles from './fleet.module.css';

const gap = 16;
const narrowest = 320;
/** Rows beyond the window that have their cards, so that they are there before they are scrolled to. */
const rowsBeyond = 3;

/** The cards of the sites in rows. Only the rows near the window exist, and the one with the focus (docs/decisions/0148-virtual-list.md). */
export function SiteCards({ sites }: { sites: readonly FleetSite[] }) {
  const list = useRef<HTMLDivElement>(null);
  const clock = useSiteClock();
  const isPrinting = useIsPrinting();
  const [focused, setFocused] = useState<number | null>(null);
  const place = useGridPlace(list, { gap, narrowest });
  const { columns, top, cardWidth } = place ?? { columns: 1, top: 0, cardWidth: narrowest };
  const rows = Math.ceil(sites.length / columns);
  const inRow = (row: number): readonly FleetSite[] => sites.slice(row * columns, (row + 1) * columns);
  const focusedRow = focused === null ? null : Math.floor(sites.findIndex(({ site }) => site === focused) / columns);
  // a row of another width has another height
  const keyOf = useCallback((row: number) => `${columns} ${row}`, [columns]);
  // oxlint-disable-next-line react/incompatible-library -- nothing of the virtualizer is passed to a memoized part
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: rows,
    enabled: place !== null,
    gap,
    scrollMargin: top,
    overscan: rowsBeyond,
    getItemKey: keyOf,
    estimateSize: (row) => rowHeight(inRow(row), cardWidth),
    rangeExtractor: (range: Range) => rowsShown(range, isPrinting ? 'all' : focusedRow),
  });
  const follow = (element: Element | null): void => {
    const site = element?.closest('[data-site]')?.getAttribute('data-site');
    setFocused(site ? Number(site) : null);
  };
  return (
    <div
      ref={list}
      role="list"
      aria-label="Sites"
      className={styles.cards}
      // until the rows are placed, a page that was left in the middle stays there
      style={{ height: place ? virtualizer.getTotalSize() : window.scrollY + window.innerHeight }}
      onFocus={({ target }) => follow(target)}
      // the card that gets the focus next must exist until it has it
      onBlur={({ relatedTarget }) => follow(relatedTarget)}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          role="presentation"
          className={styles.row}
          style={{ transform: `translateY(${start - top}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {inRow(index).map((site, column) => (
            <SiteCard key={site.site} site={site} clock={clock} place={index * columns + column + 1} count={sites.length} />
          ))}
        </div>
      ))}
    </div>
  );
}
