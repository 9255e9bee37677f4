import { useLayoutEffect, useState, type RefObject } from 'react';

interface Grid {
  /** Pixels between columns. */
  gap: number;
  /** The least width of a column. */
  narrowest: number;
}

interface GridPlace {
  columns: number;
  cardWidth: number;
  /** Where in the page it begins. */
  top: number;
}

/** Returns how many columns fit into an element, and where it is; null at first. */
export function useGridPlace(element: RefObject<HTMLElement | null>, { gap, narrowest }: Grid): GridPlace | null {
  const [place, setPlace] = useState<GridPlace | null>(null);
  useLayoutEffect(() => {
    const measure = (): void => {
      const box = element.current?.getBoundingClientRect();
      if (!box) return;
      const columns = Math.max(1, Math.floor((box.width + gap) / (narrowest + gap)));
      const cardWidth = (box.width + gap) / columns - gap;
      const top = Math.round(box.top + window.scrollY);
      setPlace((before) => (before?.cardWidth === cardWidth && before.top === top ? before : { columns, cardWidth, top }));
    };
    measure();
    // what is above it moves it, and changes the height of the page
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, gap, narrowest]);
  return place;
}
